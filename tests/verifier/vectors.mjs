// Checks the vectors of docs/log-format.md with the JavaScript module: names of those that do not hold, a line each.

import * as verify from "../../verifier/verify.mjs";

const vectors = JSON.parse(await new Promise((resolve) => {
  let text = "";
  process.stdin.on("data", (part) => (text += part)).on("end", () => resolve(text));
}));
const { fromHex, toHex } = verify;
const plain = (key) => Uint8Array.from(atob(key.split("+").slice(2).join("+")), (char) => char.charCodeAt(0)).slice(1);
const told = (name, holds) => holds || console.log(name);

const parts = vectors.joined.parts.map((part) => (part.hex === undefined ? part : fromHex(part.hex)));
told("joined", toHex(verify.joined(...parts)) === vectors.joined.bytes);
told("canonical", toHex(new TextEncoder().encode(verify.canonical(vectors.canonical.value))) === vectors.canonical.bytes);

const { leaves, heads, inclusion, consistency } = vectors.merkle;
for (const { number, size, proof } of inclusion) {
  const [leaf, head, nodes] = [await verify.leafHash(fromHex(leaves[number])), fromHex(heads[size]), proof.map(fromHex)];
  told(`inclusion ${number} of ${size}`, await verify.isIncluded(leaf, number, size, nodes, head));
  told(`place ${number + 1} of ${size}`, !(await verify.isIncluded(leaf, number + 1, size, nodes, head)));
  told(`another head ${number}`, !(await verify.isIncluded(leaf, number, size, nodes, fromHex(heads[0]))));
}
for (const { from, to, proof } of consistency) {
  const [before, head, nodes] = [fromHex(heads[from]), fromHex(heads[to]), proof.map(fromHex)];
  told(`consistency ${from} to ${to}`, await verify.goesOn(from, to, before, head, nodes));
  told(`another tree ${from} to ${to}`, !(await verify.goesOn(from, to, fromHex(heads[0]), head, nodes)));
  told(`no proof ${from} to ${to}`, !(await verify.goesOn(from, to, before, head, [])));
}

const key = plain(vectors.checkpoint.key);
const found = await verify.signedCheckpoint(vectors.checkpoint.note, key);
told("checkpoint", found?.size === vectors.checkpoint.size && toHex(found.head) === vectors.checkpoint.head);
told("altered checkpoint", (await verify.signedCheckpoint(vectors.checkpoint.note.replace("\n3\n", "\n4\n"), key)) === null);
const [witness, eye] = [vectors.cosignature, plain(vectors.cosignature.key)];
told("cosignature", (await verify.cosignedAt(witness.note, "eye.example", eye)) === witness.time);
told("no cosignature", (await verify.cosignedAt(vectors.checkpoint.note, "eye.example", eye)) === null);

const receipt = vectors.listed_receipt;
const alone = Object.fromEntries(["game", "version", "head", "signature"].map((name) => [name, vectors.receipt[name]]));
told("receipt", (await verify.checkedReceipt(alone, key))?.listed === null);
told("listed receipt", (await verify.checkedReceipt(receipt, key))?.listed.type === "StartListed");
for (const changed of [
  { version: receipt.version + 1 },
  { listed: { ...receipt.listed, proof: [] } },
  { listed: { ...receipt.listed, entry: { ...receipt.listed.entry, at: 1 } } },
]) {
  told(`altered ${Object.keys(changed)}`, (await verify.checkedReceipt({ ...receipt, ...changed }, key)) === null);
}

const shared = vectors.shared;
const [own, partner, under] = [fromHex(vectors.seed), fromHex(shared.key), fromHex(shared.head)];
const [theirs, commitment, share] = [fromHex(shared.seed), fromHex(shared.commitment), fromHex(shared.share)];
const { game, number } = { game: vectors.game, number: shared.number };
const host = fromHex(vectors.seed_commitment);
told("partner's commitment", toHex(await verify.partnerCommitment(game, theirs)) === shared.commitment);
told("share", toHex(await verify.shareOf(theirs, game, number, under)) === shared.share);
told("share of another head", toHex(await verify.shareOf(theirs, game, number, fromHex(vectors.key))) !== shared.share);
told("shared key", toHex(await verify.sharedKey(own, game, vectors.entropy, share)) === shared.chance_key);
const [made, gave, said] = [shared.committed, shared.given, shared.revealed].map((one) => fromHex(one.signature));
told("committed", await verify.isCommitted(partner, game, host, commitment, made));
told("committed otherwise", !(await verify.isCommitted(partner, game, commitment, host, made)));
told("given", await verify.isGiven(partner, game, number, under, share, gave));
told("given as another", !(await verify.isGiven(partner, game, number + 1, under, share, gave)));
told("revealed", await verify.isRevealed(partner, game, shared.revealed.shares, under, theirs, said));
told("revealed otherwise", !(await verify.isRevealed(partner, game, shared.revealed.shares, under, own, said)));
