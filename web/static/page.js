/* What a page does beyond forms and links: it follows what it shows, swaps pages softly, shows the living picture.
   Knows no game and no words; all that is to be read comes as HTML from the box. */
"use strict";

/* ---------- change only what changed */
const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.key || null : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morph(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (!("keep" in old.dataset)) children(old, fresh);
}

function children(old, fresh) {
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = old.firstChild;
  for (const want of [...fresh.childNodes]) {
    const key = keyOf(want);
    let have = key ? keyed.get(key) : at;
    if (have && alike(have, want)) {
      if (have !== at) old.insertBefore(have, at);
      else at = at.nextSibling;
      morph(have, want);
    } else old.insertBefore(document.importNode(want, true), at);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/* ---------- follow: whatever is tapped, and by whom, the stream draws it */
let stream = null;
const page = () => document.body.dataset; // events: where its changes are told; number: what is drawn
const lost = (is) => { document.getElementById("off").hidden = !is; };

function follow() { // a page that is not looked at gives its place back
  if (stream) stream.close();
  stream = null;
  if (!page().events || document.hidden) return;
  const mine = stream = new EventSource(`${page().events}&after=${page().number}`);
  stream.onopen = () => lost(false);
  stream.onerror = () => { lost(true); if (mine.readyState === 2) setTimeout(() => { if (stream === mine) follow(); }, 5000); };
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.addEventListener("lamps", (event) => shine(JSON.parse(event.data)));
  stream.addEventListener("reload", () => location.reload());
}
document.addEventListener("visibilitychange", follow);

function show({ number, state, slots, reload }) {
  if (reload) { location.reload(); return; }
  if (number < page().number) return;
  page().number = number;
  document.querySelector("[data-state]").dataset.state = state;
  for (const [id, html] of Object.entries(slots)) {
    const old = document.getElementById(id), fresh = parsed(html).getElementById(id);
    if (old && fresh) morph(old, fresh);
  }
  living();
}

/* until that number is drawn; without a stream, or when it is a second late, the pieces are asked for once */
async function drawn(number) {
  const { events } = page(), late = performance.now() + 1000;
  const standing = () => (stream ? stream.readyState : 2), due = () => number > page().number;
  while (standing() < 2 && due() && performance.now() < late) await pause(20);
  if (!events || events !== page().events || (standing() === 1 && !due())) return;
  const answer = await fetch(events.replace("/events", "/slots"));
  if (answer.ok && events === page().events) show(await answer.json());
}

/* a tap is answered in a few words: done, and the number it led to, or the reason why not */
async function tap(address, body) {
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  const { number, error } = await answer.json();
  if (answer.status === 403) await load(document.getElementById("toast").dataset.pair, undefined, true);
  if (!answer.ok) refuse(error);
  else if (page().playing && number !== undefined) play();
  await drawn(number);
}

function play() { // what the page was used for beside playing is done
  history.pushState(null, "", page().page);
  Object.assign(page(), { events: page().playing, number: -1 });
  delete page().playing;
  follow();
}

function refuse(reason) {
  for (const old of document.querySelectorAll(".toast:not(#off)")) old.remove();
  const toast = document.getElementById("toast").content.firstElementChild.cloneNode(true);
  toast.lastElementChild.textContent = reason;
  document.body.append(toast);
}

function shine(lamps) {
  for (const [name, bright, colour] of lamps)
    for (const light of document.querySelectorAll(`[data-lamp="${CSS.escape(name)}"] .light`)) {
      light.setAttribute("fill", colour);
      light.setAttribute("fill-opacity", bright);
    }
}

/* ---------- pages and forms without a flash; whatever fails falls back to the browser's own way */
let visits = 0; // a page that was asked for before somebody went on brings nothing back
async function load(address, options, push) {
  const visit = push ? ++visits : visits;
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...options });
  if (!(answer.headers.get("Content-Type") || "").startsWith("text/html")) { location.assign(address); return; }
  const fresh = parsed(await answer.text());
  if (visit !== visits) return;
  document.title = fresh.title;
  if (push && (answer.redirected || !options) && answer.url !== location.href) history.pushState(null, "", answer.url);
  for (const name of ["lang", "data-theme", "data-far"]) {
    const value = fresh.documentElement.getAttribute(name);
    if (value === null) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, value);
  }
  await dressed(fresh);
  morph(document.body, fresh.body);
  follow();
  living();
}
/* a game's own style comes before its part of the page, and goes with it */
async function dressed(fresh) {
  const sheets = (page) => [...page.head.querySelectorAll("link[rel=stylesheet]")];
  const wanted = sheets(fresh).map((link) => link.getAttribute("href"));
  for (const link of sheets(document)) if (!wanted.includes(link.getAttribute("href"))) link.remove();
  const here = sheets(document).map((link) => link.getAttribute("href"));
  await Promise.all(wanted.filter((href) => !here.includes(href)).map((href) => new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", onload: done, onerror: done });
    link.setAttribute("href", href);
    document.head.append(link);
  })));
}
const failed = () => lost(true);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return;
  event.preventDefault();
  load(link.href, undefined, true).catch(failed);
});
document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (form.method !== "post") return;
  event.preventDefault();
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  const own = !(button && button.hasAttribute("formaction")), address = own ? form.action : button.formAction;
  if (!own || !("tap" in form.dataset)) { load(address, { method: "POST", body }, true).catch(failed); return; }
  if (button) button.dataset.sent = "";
  tap(address, body).catch(failed).finally(() => { if (button) delete button.dataset.sent; });
});
window.addEventListener("popstate", () => load(location.href).catch(failed));

/* a long press (or the right button) on a die corrects it: two taps, tap and face */
document.addEventListener("contextmenu", (event) => {
  const die = event.target.closest("[data-fix]");
  if (!die) return;
  event.preventDefault();
  load(die.dataset.fix, undefined, true).catch(failed);
});

/* ---------- the living picture: asked for again and again, only while it is to be seen */
const running = new WeakSet();
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
function living() { for (const box of document.querySelectorAll("[data-live]")) if (!running.has(box)) { running.add(box); run(box); } }

async function run(box) {
  let after = -1;
  while (box.isConnected) {
    if (box.offsetParent === null || document.hidden) { await pause(400); continue; }
    try { after = await picture(box, after); } catch { box.classList.add("old"); await pause(1000); }
    await pause(80);
  }
  running.delete(box);
}

async function picture(box, after) {
  const answer = await fetch(`${box.dataset.live}?after=${after}`);
  if (answer.status === 503) { await pause(1000 * (answer.headers.get("Retry-After") || 1)); return after; }
  const age = Number(answer.headers.get("X-Frame-Age") || Infinity);
  box.classList.toggle("old", age > 2);
  for (const text of document.querySelectorAll("[data-age]")) {
    text.textContent = Number.isFinite(age) ? text.dataset.age.replace("%", age.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })) : text.dataset.none;
    text.parentNode.classList.toggle("old", age > 2);
  }
  if (answer.status !== 200) return after;
  const frame = await createImageBitmap(await answer.blob());
  const canvas = box.querySelector("canvas") || box.appendChild(document.createElement("canvas"));
  if (canvas.width !== frame.width || canvas.height !== frame.height) { canvas.width = frame.width; canvas.height = frame.height; }
  canvas.getContext("2d").drawImage(frame, 0, 0);
  for (const still of box.querySelectorAll("img")) still.remove(); // it may have failed, and would show that behind
  canvas.dataset.number = answer.headers.get("X-Frame-Number");
  return Number(canvas.dataset.number);
}

/* a click on a die in the virtual tray lifts it, as a hand would */
document.addEventListener("click", (event) => {
  const box = event.target.closest("[data-lift]"), canvas = box && box.querySelector("canvas");
  if (!canvas) return;
  const at = canvas.getBoundingClientRect(), scale = Math.min(at.width / canvas.width, at.height / canvas.height);
  const x = (event.clientX - at.left - (at.width - canvas.width * scale) / 2) / scale;
  const y = (event.clientY - at.top - (at.height - canvas.height * scale) / 2) / scale;
  tap(box.dataset.lift, new URLSearchParams({ x, y })).catch(failed);
});

follow();
living();
