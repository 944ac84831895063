// Reads a line for each question, `{record, seen, deals, keys, receipts, journals}` with the documents in base64, and
// answers with one: the verdict, the check and the place.

import { createInterface } from "node:readline";

import { examined, kept, strangers, worst } from "../../verifier/examine.mjs";

const file = (name, encoded) => ({ name, bytes: Uint8Array.from(Buffer.from(encoded, "base64")) });
const files = (encoded = []) => encoded.map((one, at) => file(`file ${at}`, one));

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const outside = kept({
    seen: asked.seen ?? [],
    keys: asked.keys ?? [],
    deals: new Map(Object.entries(asked.deals ?? {})),
    receipts: files(asked.receipts),
    journals: files(asked.journals),
  });
  const reports = await examined(file("record", asked.record), outside);
  const games = reports.flatMap(({ id }) => (id === null ? [] : [id]));
  const beside = games.length > 0 ? strangers(outside.receipts, games) : [];
  const verdict = worst([...reports, ...beside]);
  const { check, where, told, draws } = [...reports, ...beside].find((one) => one.verdict === verdict);
  console.log(JSON.stringify({ verdict, check, where, told, draws: draws.length }));
}
