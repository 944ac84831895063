// A guided game: what is to be touched next for the move that is suggested is marked, until it is confirmed.
import { bringIntoSight } from "./table.js";

const marked = () => document.querySelectorAll(".suggested");

// How far the middle of an element is from that of the window, in pixels.
function away(element) {
  const { top, height } = element.getBoundingClientRect();
  return Math.abs(top + height / 2 - window.innerHeight / 2);
}

// The element under an id: of several the one that was chosen, or else the nearest one that is lit.
function lying(thing) {
  const found = [...document.querySelectorAll(`[data-thing~="${CSS.escape(thing)}"]`)];
  const lit = found.filter((one) => one.classList.contains("touchable")).sort((one, other) => away(one) - away(other));
  return found.find((one) => one.classList.contains("chosen")) ?? lit[0] ?? found[0];
}

// An action in one form: with its fields in one order.
function formed(value) {
  const sorted = (one) => {
    if (Array.isArray(one)) return one.map(sorted);
    if (one === null || typeof one !== "object") return one;
    return Object.fromEntries(Object.entries(one).sort().map(([key, part]) => [key, sorted(part)]));
  };
  return JSON.stringify(sorted(JSON.parse(value)));
}

const isMove = (written, value) => Boolean(written) && formed(written) === formed(value);

function next(suggested) {
  const { value } = suggested.dataset;
  const confirm = document.getElementById("confirm");
  if (!confirm) return null;
  if (!confirm.hidden && isMove(confirm.value, value)) return confirm;
  const spoken = [...document.querySelectorAll("#spoken button")].find((one) => isMove(one.value, value));
  if (spoken?.offsetParent) return spoken;
  const doubtful = [...document.querySelectorAll("#which button")].find((one) => isMove(one.dataset.value, value));
  if (doubtful) return doubtful;
  const things = JSON.parse(suggested.dataset.things).map(lying).filter(Boolean);
  const left = things.find((one) => !one.classList.contains("chosen"));
  return left ?? (things.length && !confirm.hidden ? confirm : null);
}

function mark() {
  for (const one of marked()) one.classList.remove("suggested");
  const suggested = document.getElementById("suggested");
  const found = suggested && next(suggested);
  if (!found) return;
  found.classList.add("suggested");
  if (!found.closest("#panel")) bringIntoSight(found);
}

// The result is read from its beginning.
function showEnd() {
  document.getElementById("lesson-end")?.scrollIntoView({ block: "start", behavior: "instant" });
}

document.addEventListener("click", () => window.setTimeout(mark));
document.addEventListener("keyup", () => window.setTimeout(mark));
document.addEventListener("change", () => window.setTimeout(mark));
document.addEventListener("shown", () => {
  mark();
  showEnd();
});
window.addEventListener("popstate", () => window.location.reload());
window.addEventListener("load", mark);
