/* What a page does beyond forms and links: it follows the table, swaps pages softly, shows the living picture.
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

/* ---------- follow the table */
let stream = null;
function follow() {
  const address = document.body.dataset.events || "";
  if (stream && stream.address === address) return;
  if (stream) stream.close();
  stream = null;
  if (!address) return;
  stream = new EventSource(`${address}&after=${document.body.dataset.number}`);
  stream.address = address;
  const lost = document.getElementById("off");
  stream.onopen = () => { lost.hidden = true; };
  stream.onerror = () => { lost.hidden = false; if (stream && stream.readyState === 2) setTimeout(again, 5000); };
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.addEventListener("lamps", (event) => shine(JSON.parse(event.data)));
  stream.addEventListener("reload", () => location.reload());
}
function again() { if (stream && stream.readyState === 2) { stream = null; follow(); } }

function show({ number, state, slots }) {
  document.body.dataset.number = number;
  document.getElementById("table").dataset.state = state;
  for (const [id, html] of Object.entries(slots)) {
    const old = document.getElementById(id), fresh = parsed(html).getElementById(id);
    if (old && fresh) morph(old, fresh);
  }
  living();
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
  keepNewer(fresh);
  morph(document.body, fresh.body);
  follow();
  living();
}
/* a page that was drawn before what the stream has told since brings no old table back */
function keepNewer(fresh) {
  const here = document.body.dataset, there = fresh.body.dataset;
  if (!there.events || there.events !== here.events || Number(there.number) >= Number(here.number)) return;
  there.number = here.number;
  for (const slot of fresh.querySelectorAll("#table > [id]")) {
    const newer = document.getElementById(slot.id);
    if (newer) slot.replaceWith(fresh.importNode(newer, true));
  }
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
const failed = () => { document.getElementById("off").hidden = false; };

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
  load((button && button.hasAttribute("formaction") && button.formAction) || form.action, { method: "POST", body }, true).catch(failed);
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
  fetch(box.dataset.lift, { method: "POST", body: new URLSearchParams({ x, y }), headers: { Accept: "application/json" } })
    .then((answer) => { if (answer.status === 403) return load(location.href); }).catch(failed);
});

/* ---------- pages that look again by themselves, so often as they say (ms) */
const busy = () => document.hidden || document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLSelectElement;
async function lookAgain() {
  const every = Number(document.body.dataset.again);
  await pause(every || 1000);
  const here = location.href;
  if (every && document.body.dataset.again && !busy()) await load(here).then(() => { document.getElementById("off").hidden = true; }, failed);
  lookAgain();
}
lookAgain();

follow();
living();
