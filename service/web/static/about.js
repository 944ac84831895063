// What is printed on a card or piece is told where the pointer rests on it, where it is held with a finger, and by the
// key I while it has the focus. The words stand in the drawer of the rules, under the id of what they are of.

const RESTS = 450;
const HELD = 500;

const box = Object.assign(document.createElement("div"), { id: "about-box", className: "about-box", hidden: true });
box.setAttribute("role", "status");
document.body.append(box);

// Where the words about an element stand: under one of the parts of the ids by which it is touched, the last one first,
// since it is the most particular.
function aboutOf(element) {
  const parts = (element.dataset.thing ?? "").split(" ").flatMap((id) => id.split("/").reverse());
  const ids = [...(element.dataset.about ?? "").split(/[ /]+/), ...parts].filter(Boolean);
  return ids.map((id) => document.getElementById(`about-${id}`)).find(Boolean);
}

// The piece that stands where the element is: the element itself, or the one that is touched through it.
function pieceOf(element) {
  if (element.dataset.stands) return element;
  const ids = (element.dataset.thing ?? "").split(" ").filter(Boolean);
  return ids.map((id) => document.querySelector(`[data-stands~="${CSS.escape(id)}"]`)).find(Boolean) ?? element;
}

// The lines that are told of a piece beside what is printed on it.
function linesOf(piece) {
  return (piece.dataset.told ?? "").split("\n").filter(Boolean).map((text) => {
    return Object.assign(document.createElement("p"), { className: "told", textContent: text });
  });
}

// Show on the picture what belongs to the things of an element, such as a monster's next move; without one nothing.
function show(element) {
  const ids = element ? `${element.dataset.stands ?? ""} ${element.dataset.thing ?? ""}`.split(" ") : [];
  for (const part of document.querySelectorAll("[data-with]")) part.classList.toggle("told", ids.includes(part.dataset.with));
}

const told = (target) => target.closest?.("[data-about], [data-thing]");

function tell(element) {
  const piece = element && pieceOf(element);
  show(piece ?? element);
  const words = element && (aboutOf(element) ?? aboutOf(piece));
  if (!words) return false;
  const copy = words.cloneNode(true);
  copy.removeAttribute("id");
  box.replaceChildren(...linesOf(piece), copy);
  box.hidden = false;
  const at = element.getBoundingClientRect();
  shown = { element, left: at.left, top: at.top };
  place(at);
  return true;
}

// How much two boxes cover of each other, in square pixels.
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

// Beside the element, within the window and clear of the bar: below it, above it, to its right or to its left, where the
// box covers the least of it and of what is lit.
function place(at) {
  const foot = document.getElementById("panel")?.getBoundingClientRect().top || window.innerHeight;
  const { width, height } = box.getBoundingClientRect();
  const spots = [
    [at.left, at.bottom + 8],
    [at.left, at.top - height - 8],
    [at.right + 8, at.top],
    [at.left - width - 8, at.top],
  ].map(([x, y]) => {
    const left = Math.max(8, Math.min(x, window.innerWidth - width - 8));
    const top = Math.max(8, Math.min(y, foot - height - 8));
    return { left, top, right: left + width, bottom: top + height };
  });
  const lit = [...document.querySelectorAll(".thing.lit, .suggested")].map((one) => one.getBoundingClientRect());
  const covered = spots.map((spot) => [at, ...lit].reduce((sum, one) => sum + shared(spot, one), 0));
  const { left, top } = spots[covered.indexOf(Math.min(...covered))];
  box.style.top = `${top}px`;
  box.style.left = `${left}px`;
}

// What is told of, and where it was in the window then.
let shown = null;

function hasMoved() {
  if (!shown) return true;
  const { left, top } = shown.element.getBoundingClientRect();
  return left !== shown.left || top !== shown.top;
}

function putAway() {
  box.hidden = true;
  shown = null;
  show(null);
}

let resting = 0;
let holding = 0;
let wasHeld = false;

// A mouse that lies still asks for nothing, whatever is scrolled or drawn under it: it has to be moved there.
document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || event.buttons) return;
  window.clearTimeout(resting);
  const element = told(event.target);
  if (!element) {
    if (!event.target.closest?.("#about-box")) putAway();
  } else if (element !== shown?.element) {
    resting = window.setTimeout(() => element.matches(":hover") && tell(element), RESTS);
  }
});

document.addEventListener("pointerdown", (event) => {
  wasHeld = false;
  window.clearTimeout(resting);
  if (!event.target.closest?.("#about-box")) putAway();
  const element = told(event.target);
  if (element && event.pointerType !== "mouse") holding = window.setTimeout(() => (wasHeld = tell(element)), HELD);
});

for (const ended of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(ended, (event) => {
    if (ended !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 3) window.clearTimeout(holding);
  });
}

document.addEventListener("contextmenu", (event) => {
  if (wasHeld || (event.pointerType === "touch" && told(event.target))) event.preventDefault();
});

// What was held is not chosen besides; what cannot be chosen is told about when it is touched.
document.addEventListener(
  "click",
  (event) => {
    if (wasHeld) {
      event.preventDefault();
      event.stopImmediatePropagation();
      wasHeld = false;
      return;
    }
    const element = told(event.target);
    if (element && !element.classList.contains("touchable")) tell(element);
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "i" || event.key === "I") tell(told(event.target));
  if (event.key === "Escape") {
    putAway();
    const drawer = document.getElementById("rules-drawer");
    if (drawer?.open) {
      drawer.open = false;
      (opener ?? drawer.querySelector("summary")).focus({ preventScroll: true });
      opener = null;
    }
  }
});

// The rules are opened from the bar as well, wherever the page is scrolled to; it has the focus again when they are closed.
let opener = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest(".to-rules");
  const drawer = link && document.getElementById("rules-drawer");
  if (!drawer) return;
  event.preventDefault();
  opener = link;
  drawer.open = true;
  drawer.querySelector("summary").focus({ preventScroll: true });
});

document.addEventListener("scroll", () => hasMoved() && putAway(), true);
document.addEventListener("shown", putAway);
