// What can be tapped, or must be read, and lies beneath something else or beyond every edge even when it was scrolled to.
(words) => {
  const all = [...document.querySelectorAll(`a, button, input:not([type=hidden]), select, ${words}`)];
  return all.filter((e) => {
    e.scrollIntoView({ block: "nearest" });
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height) return true;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !top || !e.contains(top);
  }).map((e) => `${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 30)}`);
}
