// The replay plays by itself: it follows the link to the next scene, and once that is shown, goes on after a while.

const SCENE = 1800;

const player = document.querySelector("[data-player]");
const play = player.querySelector(".play");
let speed = 1;
let timer = null;

const nextScene = () => document.querySelector("a.step.scene");
const isPlaying = () => timer !== null;

function label() {
  play.textContent = isPlaying() ? player.dataset.pause : player.dataset.play;
  player.classList.toggle("playing", isPlaying());
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(goOn, SCENE / speed);
}

function goOn() {
  const link = nextScene();
  if (link) link.click();
  else stop();
}

function stop() {
  clearTimeout(timer);
  timer = null;
  label();
}

function start() {
  if (!nextScene()) return;
  wait();
  label();
}

play.addEventListener("click", () => (isPlaying() ? stop() : start()));
player.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-speed]");
  if (!chosen) return;
  speed = Number(chosen.dataset.speed);
  for (const one of player.querySelectorAll("[data-speed]")) one.setAttribute("aria-pressed", String(one === chosen));
  if (isPlaying()) wait();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("input, select, textarea, button, summary, a")) return;
  event.preventDefault();
  play.click();
});

document.addEventListener("shown", () => {
  if (isPlaying()) wait();
});

// Whoever takes the film in hand stops it.
document.addEventListener("pointerdown", (event) => {
  if (isPlaying() && event.target.closest(".steps, .range, .log, .stories ol")) stop();
});

document.addEventListener("focusin", (event) => {
  if (isPlaying() && event.target.closest("#position :is(input, select, textarea)")) stop();
});

player.hidden = false;
if ("begun" in player.dataset) start();
