/**
 * Three custody models
 *
 * The same object with three root quorums: the user's, the business's, and both together. Each cell is a real attempt.
 * Result: matrix of who can do what
 * Pages: /embedded-wallets/sub-organizations-as-wallets
 */
// #region parent
import { DEFAULT_ETHEREUM_ACCOUNTS, isKeywrightError, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { generateTargetKey } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const { targetPublicKey } = await generateTargetKey();
// In a page, the user has a passkey. API keys keep this example short; only the root quorum matters.
const keys = { user: await generateApiKeyPair(), business: await generateApiKeyPair() };
type Who = keyof typeof keys;
const rootUser = (userName: Who) => {
  const publicKey = keys[userName].apiPublicKey;
  const apiKey = { apiKeyName: "key", publicKey, curveType: "API_KEY_CURVE_P256" } as const;
  return { userName, apiKeys: [apiKey], authenticators: [], oauthProviders: [] };
};
// #endregion

// #region create
/** A sub-organization with these root users. */
async function create(name: string, who: readonly Who[]) {
  const { subOrganizationId: organizationId, wallet } = await parent.createSubOrganization({
    subOrganizationName: name,
    rootUsers: who.map(rootUser),
    rootQuorumThreshold: who.length,
    wallet: {
      walletName: "Wallet",
      accounts: DEFAULT_ETHEREUM_ACCOUNTS,
    },
  });
  return { organizationId, walletId: wallet!.walletId, address: wallet!.addresses[0] };
}
// #endregion

// #region attempt
type Model = Awaited<ReturnType<typeof create>>;
const clientOf = (who: Who, { organizationId }: Model) =>
  new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(keys[who]));

const doings = {
  sign: (client: KeywrightClient, { address }: Model) =>
    client.signRawPayload({
      signWith: address,
      payload: "a payment",
      encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
      hashFunction: "HASH_FUNCTION_KECCAK256",
    }),
  export: (client: KeywrightClient, { walletId }: Model) =>
    client.exportWallet({ walletId, targetPublicKey }),
};

/** "yes" alone, "with user" or "with business" after the other's approval, "no" otherwise. */
async function attempt(doing: keyof typeof doings, who: Who, model: Model): Promise<string> {
  const other = who === "user" ? "business" : "user";
  try {
    await doings[doing](clientOf(who, model), model);
    return "yes";
  } catch (error) {
    if (!isKeywrightError(error, "CONSENSUS_NEEDED")) return "no";
    await clientOf(other, model).approveActivity({ fingerprint: error.fingerprint });
    await error.resume();
    return `with ${other}`;
  }
}
// #endregion

// #region matrix
const models = {
  "user-controlled": await create("User-controlled", ["user"]),
  "business-controlled (custodial)": await create("Business-controlled", ["business"]),
  shared: await create("Shared", ["user", "business"]),
};
const matrix: Record<string, Record<string, string>> = {};
for (const [name, model] of Object.entries(models)) {
  matrix[name] = {
    "user signs": await attempt("sign", "user", model),
    "business signs": await attempt("sign", "business", model),
    "user exports": await attempt("export", "user", model),
    "business exports": await attempt("export", "business", model),
  };
}

console.table(matrix);
// #endregion

const row = (name: string) => Object.values(matrix[name]).join(", ");
console.assert(row("user-controlled") === "yes, no, yes, no", row("user-controlled"));
console.assert(row("business-controlled (custodial)") === "no, yes, no, yes", "the business row");
console.assert(
  row("shared") === "with business, with user, with business, with user",
  row("shared"),
);
