/**
 * The first signature, on the command line
 *
 * The quickstart's commands, run like the keywright command runs them, and their output.
 * Result: transcript of the CLI commands
 * Pages: /sdks/cli
 * Runs: in Node
 */
import { run } from "keywright/src/run.ts";
import { keccak256, recoverAddress, stringToBytes } from "viem";

// #region host
const transcript: string[] = [];
let printed = "";
const unused = () => Promise.reject(new Error("these commands touch no file"));

/** An in-memory terminal, with the settings that keywright dev prints. */
const terminal: Parameters<typeof run>[1] = {
  env: process.env,
  isTerminal: false,
  canAsk: false,
  ask: unused,
  nodeVersion: "22.0.0",
  workingDirectory: "/",
  out: (text) => void (printed += text),
  err: (text) => void (printed += text),
  readInput: async () => new Uint8Array(),
  readFile: unused,
  writeFile: unused,
  whyNotWritable: unused,
  makeThrowAwayFolder: unused,
  makeFolder: unused,
  removeFolder: unused,
  runProgram: unused,
  fetch: (url, init) => fetch(new Request(url, init)),
  clock: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  interrupted: new AbortController().signal,
  onReload: () => {},
};
// #endregion

// #region command
/** Runs a command line and records its output. */
async function keywright(...words: string[]) {
  printed = "";
  const exitCode = await run(words, terminal);
  const typed = words.map((word) => (word.includes(" ") ? JSON.stringify(word) : word)).join(" ");
  transcript.push(`$ npx keywright ${typed}`, printed.trimEnd());
  return { exitCode, output: printed };
}
// #endregion

// #region commands
const whoami = await keywright("whoami");
const made = await keywright("wallets", "create", "First wallet");
const [address] = /0x[0-9a-fA-F]{40}/.exec(made.output)!;
const signed = await keywright("sign", address, "Hello, Keywright");
const unknown = await keywright("sign", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "Hello");

for (const line of transcript) console.log(line);
// #endregion

// #region verify
const part = (name: string) => new RegExp(`^${name} +(\\w+)$`, "m").exec(signed.output)![1];
const recovered = await recoverAddress({
  hash: keccak256(stringToBytes("Hello, Keywright")),
  signature: { r: `0x${part("r")}`, s: `0x${part("s")}`, yParity: Number(part("v")) },
});

console.log("recovered", recovered, "verified:", recovered === address);
// #endregion

console.assert(whoami.exitCode === 0 && signed.exitCode === 0, "a command failed");
console.assert(recovered === address, `recovered ${recovered}, not ${address}`);
console.assert(unknown.exitCode === 1, `an unknown address ended with ${unknown.exitCode}`);
