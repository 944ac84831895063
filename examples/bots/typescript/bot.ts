// Plays a game to its end, both seats being its own: node bot.ts http://127.0.0.1:8420 nightfall '{"draft": "quick"}'
import { EventSourceParserStream } from "eventsource-parser/stream";
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

type Schemas = components["schemas"];
type Action = Schemas["Action"];
type Asked = Pick<Schemas["ToldDecision"], "decision" | "version" | "legal" | "legal_complete">;
type Spot = Pick<Schemas["ToldDecision"], "game" | "seat">;

// What is answered to whoever is late, also after another program of the account, or holds the seat no more
const CLOSED = ["decision-closed", "game-over", "forbidden", "key-reused"];

const [address = "http://127.0.0.1:8420", title = "nightfall", options = "{}"] = process.argv.slice(2);
const service = createClient<paths>({ baseUrl: address });

/** What was answered; a refusal is thrown. */
function done<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

async function signUp(): Promise<void> {
  const { token } = done(await service.POST("/api/v1/accounts", { body: { name: `robin ${Date.now()}` } }));
  const withToken: Middleware = {
    onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${token}`);
    },
  };
  service.use(withToken);
}

/** All legal actions: a decision is told with the first 200. */
async function allLegal(at: Spot, asked: Asked): Promise<Action[]> {
  const legal = [...asked.legal];
  for (let after: number | null = asked.legal_complete ? null : legal.length; after !== null; ) {
    const query = { seat: at.seat, decision: asked.decision, after };
    const part: Schemas["LegalPart"] = done(
      await service.GET("/api/v1/games/{game_id}/legal", { params: { path: { game_id: at.game }, query } }),
    );
    legal.push(...part.legal);
    after = part.next;
  }
  return legal;
}

function anyOf(legal: Action[]): Action {
  const action = legal[Math.floor(Math.random() * legal.length)];
  if (action === undefined) throw new Error("nothing is listed: make an action of the slots");
  return action;
}

/** What the seat is asked now, if it is asked anything. */
function askedIn(view: Schemas["Game"], seat: string): Asked | null {
  return view.decision && view.seat === seat ? { ...view, decision: view.decision } : null;
}

async function look(at: Spot): Promise<Asked | null> {
  const params = { path: { game_id: at.game }, query: { seat: at.seat } };
  return askedIn(done(await service.GET("/api/v1/games/{game_id}", { params })), at.seat);
}

/** Posts an answer: what the seat is asked next, if it is its turn again. */
async function act(at: Spot, asked: Asked): Promise<Asked | null> {
  const { game, seat } = at;
  const { data, error } = await service.POST("/api/v1/games/{game_id}/actions", {
    params: { path: { game_id: game }, query: { seat }, header: { "Idempotency-Key": `${game}-${asked.decision}` } },
    body: { action: anyOf(await allLegal(at, asked)), decision: asked.decision },
  });
  if (data) return askedIn(data.game, seat);
  if (CLOSED.includes(error.code)) return null;
  const now = error.code === "illegal" ? await look(at) : null;
  if (now === null || now.version === asked.version) throw new Error(JSON.stringify(error));
  return now; // another seat was faster, and took what was legal
}

async function isOver(game: string): Promise<boolean> {
  const { status } = done(await service.GET("/api/v1/games/{game_id}", { params: { path: { game_id: game } } }));
  return status !== "open" && status !== "running";
}

/** Lives from the stream of decisions until the game is over, and connects again where the stream ends: after a minute, as
 * the end of the game is told to whoever listens then, and it may have come before. */
async function play(game: string): Promise<void> {
  const answered = new Set<string>(); // the stream tells these too
  for (let last: string | undefined; !(await isOver(game)); ) {
    const params = { query: { seconds: 60 }, header: last === undefined ? {} : { "Last-Event-ID": last } };
    const stream = done(await service.GET("/api/v1/accounts/me/decisions/stream", { params, parseAs: "stream" }));
    let silent = true;
    const text = stream?.pipeThrough(new TextDecoderStream());
    for await (const message of text?.pipeThrough(new EventSourceParserStream()) ?? []) {
      silent = false;
      const told = JSON.parse(message.data);
      let asked: Asked | null = message.event === "decision" ? told : null;
      while (asked !== null && !answered.has(`${told.game} ${asked.decision}`)) {
        const next: Asked | null = await act(told, asked);
        if (next?.decision !== asked.decision) answered.add(`${told.game} ${asked.decision}`);
        asked = next;
      }
      if (message.event === "over" && told.game === game) return;
      last = message.id ?? last;
    }
    if (silent) await new Promise((resume) => setTimeout(resume, 1000));
  }
}

await signUp();
const seats = [{ account: "me" }, { account: "me" }];
const opened = done(await service.POST("/api/v1/games", { body: { game: title, seats, options: JSON.parse(options) } }));
await play(opened.id);
const view = done(await service.GET("/api/v1/games/{game_id}", { params: { path: { game_id: opened.id } } }));
console.log(`${title} is ${view.status}:`, JSON.stringify(view.result), `after ${view.version} events`);
