/**
 * One error of each group
 *
 * Provokes one error of each kind and shows its source, code and HTTP status.
 * Result: one error per group: channel, code, HTTP status, message
 * Pages: /api-overview/errors
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const stranger = new KeywrightClient(client, new ApiKeyStamper(await generateApiKeyPair()));
const noWallet = { walletName: "", accounts: [] };
const account = {
  curve: "CURVE_SECP256K1",
  pathFormat: "PATH_FORMAT_BIP32",
  path: "m/44'/60'/0'/0/0",
  addressFormat: "ADDRESS_FORMAT_ETHEREUM",
} as const;
await client.createWallet({ walletName: "Taken", accounts: [] });

// #region provoke
const attempts: Record<string, () => Promise<object>> = {
  body: () => client.createWallet(noWallet),
  organization: () => client.whoami({ organizationId: "00000000-0000-4000-8000-000000000000" }),
  stamp: () => stranger.whoami(),
  time: () => client.createWallet({ ...noWallet, walletName: "Late", timestampMs: "1" }),
  "not found": () => client.getWallet({ walletId: "00000000-0000-4000-8000-000000000000" }),
  "name taken": () => client.createWallet({ walletName: "Taken", accounts: [] }),
  "same path": () => client.createWallet({ walletName: "Twice", accounts: [account, account] }),
  "last credential": () => client.deleteUsers({ userIds: [me.userId] }),
  client: () =>
    new KeywrightClient({ ...client, retries: 0, fetch: noNetwork }, client.stamper).whoami(),
};
// #endregion

const me = await client.whoami();
const noNetwork = () => Promise.reject(new TypeError("fetch failed"));

// #region table
const rows = [];
for (const [group, attempt] of Object.entries(attempts)) {
  const error = await attempt().catch((reason) => reason);
  rows.push({
    group,
    channel: error.activity ? "activity" : error.status ? "response" : "client",
    code: error.errorCode ?? error.code,
    status: error.status ?? null,
    message: error.message,
  });
}
console.table(rows);
// #endregion

const codes = rows.map(({ code }) => code);
console.assert(new Set(codes).size === rows.length, `duplicate codes: ${codes}`);
console.assert(
  codes.every((code) => typeof code === "string"),
  `missing codes: ${codes}`,
);
