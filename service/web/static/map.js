// A map that is wider than its window: buttons and the wheel with Ctrl make it larger and smaller, dragging moves it, and
// at first it shows the place where the reader stands.

const STEP = 1.3;
const LARGEST = 4;

// A finger meets a space that is so wide, in pixels.
const TOUCHED = 34;

// A pointer that has moved so far with the map, in pixels, touches nothing.
const DRAGGED = 5;

// Id of the window -> how large its picture is, 1 for as large as the page has it; it outlasts a table that is drawn anew.
const sizes = new Map();
const places = new Map();

// How wide the picture is at size 1, in pixels.
function natural(picture) {
  const { width } = picture.style;
  picture.style.width = "";
  const found = picture.getBoundingClientRect().width;
  picture.style.width = width;
  return found;
}

function resize(map, factor) {
  const picture = map.querySelector("svg");
  const size = Math.min(LARGEST, Math.max(1, (sizes.get(map.id) ?? 1) * factor));
  const middle = [map.scrollLeft + map.clientWidth / 2, map.scrollTop + map.clientHeight / 2];
  const before = picture.getBoundingClientRect().width;
  sizes.set(map.id, size);
  picture.style.width = size === 1 ? "" : `${size * natural(picture)}px`;
  const grown = picture.getBoundingClientRect().width / before;
  map.scrollTo(middle[0] * grown - map.clientWidth / 2, middle[1] * grown - map.clientHeight / 2);
}

// How large the picture is at first: on a phone so large that its spaces can be touched.
function begun(map) {
  const picture = map.querySelector("svg");
  const space = (natural(picture) / picture.viewBox.baseVal.width) * Number(map.dataset.unit);
  return window.matchMedia("(max-width: 40rem)").matches ? Math.max(1, TOUCHED / space) : 1;
}

function centre(map) {
  const own = map.querySelector("[data-centre]");
  if (!own) return;
  const at = own.getBoundingClientRect();
  const box = map.getBoundingClientRect();
  map.scrollBy(at.left + at.width / 2 - box.left - box.width / 2, at.top + at.height / 2 - box.top - box.height / 2);
}

function drag(map) {
  let from = null;
  let way = 0;
  map.addEventListener("pointerdown", (event) => {
    way = 0;
    if (event.pointerType === "mouse" && event.button === 0) from = { x: event.clientX, y: event.clientY };
  });
  map.addEventListener("pointermove", (event) => {
    if (!from || event.buttons !== 1) return;
    way += Math.hypot(from.x - event.clientX, from.y - event.clientY);
    map.scrollBy(from.x - event.clientX, from.y - event.clientY);
    from = { x: event.clientX, y: event.clientY };
  });
  // Where the map was dragged nothing is touched; a key has no detail.
  const taken = (event) => {
    if (event.detail === 0 || way < DRAGGED) return;
    event.preventDefault();
    event.stopPropagation();
  };
  map.addEventListener("click", taken, { capture: true });
  map.addEventListener("scroll", () => places.set(map.id, [map.scrollLeft, map.scrollTop]));
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    resize(map, event.deltaY < 0 ? STEP : 1 / STEP);
  });
}

function button(map, sign, name, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: sign });
  made.setAttribute("aria-label", name);
  made.title = name;
  made.addEventListener("click", () => act(map));
  return made;
}

function open(controls) {
  const map = document.getElementById(controls.dataset.zoom);
  if (!map || controls.childElementCount) return;
  controls.append(
    button(map, "+", controls.dataset.larger, () => resize(map, STEP)),
    button(map, "−", controls.dataset.smaller, () => resize(map, 1 / STEP)),
    button(map, "◎", controls.dataset.own, centre),
  );
  drag(map);
  resize(map, sizes.has(map.id) ? 1 : begun(map));
  if (places.has(map.id)) map.scrollTo(...places.get(map.id));
  else centre(map);
}

const openAll = () => document.querySelectorAll("[data-zoom]").forEach(open);
document.addEventListener("shown", openAll);
openAll();
