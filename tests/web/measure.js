// What is wrong with the page as it stands: overflow, overlap, small targets; the number's cap height; the boxes.
() => {
  const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && getComputedStyle(e).visibility !== "hidden"; };
  const all = (q) => [...document.querySelectorAll(q)].filter(seen);
  const name = (e) => `${e.tagName}.${e.className?.baseVal ?? e.className} ${e.textContent.trim().slice(0, 30)}`;
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map((n) => Math.round(n)); };
  const W = innerWidth, H = innerHeight, root = document.documentElement, wrong = [];
  if (root.scrollWidth > W || root.scrollHeight > H || document.body.scrollHeight > H) wrong.push(`scrolls: ${root.scrollWidth}×${root.scrollHeight}`);
  for (const e of all("#line h1, #line .who, .num, .cap, .key b, .key span, .seat .pts, .seat .badge, .face span, .die, .slot3, .lane .sum, .told span, .throw, .fix p, .heap, .heap b, .offer, .offer span, #advice, #advice li, .own-sheet")) {
    const [l, t, r, b] = box(e);
    if (l < -1 || t < -1 || r > W + 1 || b > H + 1) wrong.push(`outside: ${name(e)}`);
    if (e.matches("h1, .key b, .key span, .face span, .cap") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") wrong.push(`cut: ${name(e)}`);
  }
  const inside = (q, outer) => all(q).forEach((e) => {
    const o = e.closest(outer); if (!o) return; const a = box(e), c = box(o);
    if (a[0] < c[0] - 2 || a[1] < c[1] - 2 || a[2] > c[2] + 2 || a[3] > c[3] + 2) wrong.push(`sticks out of ${outer}: ${name(e)}`);
  });
  inside("#line h1, #line .who", "#line"); inside(".key b, .key span", ".key"); inside("#tray .die, #tray .told", "#tray"); inside(".face span, .face svg", ".face");
  inside(".seat .pts, .seat .badge", ".seat"); inside("#worth .cap, #race .slots, #ask .faces, #board .seat", ".stage");
  inside(".heap", "#tray"); inside(".offer span, .offer small, .offer .letter", ".offer"); inside("#advice li, #advice .cap", "#advice"); inside("#offers", ".stage");
  const apart = (q) => { const them = all(q).map((e) => [e, box(e)]); them.forEach(([e, a], i) => them.slice(i + 1).forEach(([f, c]) => {
    if (e.contains(f) || f.contains(e)) return;
    if (a[0] < c[2] - 1 && c[0] < a[2] - 1 && a[1] < c[3] - 1 && c[1] < a[3] - 1) wrong.push(`overlap: ${name(e)} / ${name(f)}`); })); };
  apart("#worth .cap, #worth .num, #race, #board, #tray, #line, #keys > .key, #ask, #sim, #offers"); apart("#tray .heap, .tools .key"); apart(".offer"); apart("#advice, #line, #tray, #keys"); apart(".acts .chip"); apart("#tray .die, .tools .key"); apart(".lanes, .slot3"); apart(".face");
  const small = all("#table a, #table button, #table input:not([type=hidden])").filter((e) => { const r = e.getBoundingClientRect(); return r.width < 63.5 || r.height < 63.5; }).map(name);
  const num = all("#worth .num")[0]; let cap = null;
  if (num) { const c = document.createElement("canvas").getContext("2d"), s = getComputedStyle(num); c.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`; cap = c.measureText("H").actualBoundingBoxAscent / H; }
  const boxes = Object.fromEntries(["line", "tray", "keys", "board"].map((id) => [id, document.getElementById(id)]).filter(([, e]) => e && seen(e)).map(([id, e]) => [id, box(e)]));
  return { wrong, small, cap, boxes };
}
