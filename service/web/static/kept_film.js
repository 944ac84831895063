// A replay that is kept as one file: its scenes lie in the page, packed, each as the lines of its table.

const byId = (id) => document.getElementById(id);
const steps = document.querySelector(".steps");
const slider = byId("slider");

async function unpacked() {
  const packed = Uint8Array.from(atob(byId("film").dataset.film), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const film = await unpacked();
let shown = -1;

// The last scene that had come by a version.
function sceneAt(version) {
  const next = film.scenes.findIndex((scene) => scene.at > version);
  return next < 0 ? film.scenes.length - 1 : Math.max(0, next - 1);
}

function show(number) {
  shown = Math.min(Math.max(0, number), film.scenes.length - 1);
  const scene = film.scenes[shown];
  const said = document.createElement("div");
  Object.assign(said, { className: "now", role: "status" });
  said.append(...scene.said.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  const table = document.createElement("template");
  table.innerHTML = scene.table.map((line) => film.lines[line]).join("\n");
  byId("table").replaceChildren(said, table.content);
  slider.value = scene.at;
  byId("at").textContent = byId("at").dataset.words.replace("{at}", scene.at).replace("{last}", byId("at").dataset.last);
  steps.querySelector("[href='#scene']").classList.toggle("scene", shown < film.scenes.length - 1);
  for (const jump of steps.querySelectorAll("[data-jump]")) jump.disabled = nextOf(jump.dataset.jump) === undefined;
  document.dispatchEvent(new Event("shown"));
}

const nextOf = (kind) => film.landmarks[kind].find((version) => version > film.scenes[shown].at);

steps.addEventListener("click", (event) => {
  const jump = event.target.closest("[data-jump]");
  if (jump) show(Math.max(shown + 1, sceneAt(nextOf(jump.dataset.jump))));
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  show(shown + (link.matches("[href='#scene']") ? 1 : -1));
});

slider.addEventListener("input", () => {
  const scene = sceneAt(Number(slider.value));
  if (scene !== shown) show(scene);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  steps.querySelector(`[data-key="${event.key}"]`)?.click();
});

if (film.scenes.length) show(0);
