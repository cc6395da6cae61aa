/** Every limit: resources of an organization, sizes, windows, lifetimes. */

/** Bounds that do not depend on the kind of organization. Times in seconds unless the name says otherwise. */
export const limits = {
  pageMin: 1,
  pageMax: 100,
  mnemonicLengths: [12, 15, 18, 21, 24],
  nameLength: 255,
  otpDigits: 6,
  otpLengthMin: 6,
  otpLengthMax: 9,
  otpMaxAttempts: 3,
  otpLiveCodes: 3,
  otpLifetime: 300,
  /** Messages sent to one contact of an organization, and wrong codes shown for it, per `otpContactWindow`. */
  otpSendsPerWindow: 10,
  otpTriesPerWindow: 10,
  otpContactWindow: 900,
  /** Messages that a sub-organization sends to all contacts together, per `otpContactWindow`: one for each user. */
  messagesPerSubOrganization: 100,
  otpRequestsPerWindow: 3,
  otpRequestWindow: 180,
  timestampMaxAge: 3_600,
  timestampMaxAhead: 300,
  approvalLifetime: 86_400,
  readOnlySession: 3_600,
  /** Openers that a session remembers: its sign-in and the newest sessions in between. */
  sessionOpeners: 10,
  emailLogoWidth: 340,
  emailLogoHeight: 124,
  digestBytes: 32,
  pathIndexMax: 2_147_483_647,
  /** Indexes of a derivation path. */
  pathDepth: 32,
  /** Characters of a policy expression, and of a URL that the server requests. */
  expressionLength: 16_384,
  urlLength: 2_048,
  /** Text of one contract interface; entries and levels inside it. All interfaces of an organization fit one list. */
  interfaceBytes: 400_000,
  interfacesBytes: 7_800_000,
  interfaceEntries: 1_000,
  interfaceDepth: 16,
  bodyBytes: 1_048_576,
  /** Body of a query, a vote, or a submit about credentials and sign-in: see `bodyBytesOf`. */
  smallBodyBytes: 65_536,
  /** A body may be this many times as long as its members in compact JSON, plus `bodyPaddingBytes`. */
  bodyPaddingFactor: 4,
  bodyPaddingBytes: 4_096,
  /** Entries of one page together; a page holds at least one entry. */
  answerBytes: 1_048_576,
  /** A response that lists all objects of a kind. It determines the maximum size of one object. */
  listBytes: 10_485_760,
  /**
   * Bytes that commits may store per `storageWindow`: in one organization, and for one user without a grant. All users
   * of an organization together stay below its own bound.
   */
  organizationStorageBytes: 8_589_934_592,
  subOrganizationStorageBytes: 1_073_741_824,
  userStorageBytes: 8_388_608,
  storageWindow: 86_400,
  /** Open connections of a server process, and of one address. */
  connections: 1_000,
  connectionsPerAddress: 100,
  bodyDepth: 32,
  /** Work that one request may cause. */
  payloadsPerRequest: 1_000,
  inputsPerTransaction: 500,
  outputsPerTransaction: 1_000,
  /**
   * Entries of a PSBT's maps, and two per input, output and witness item of its previous transactions. Each four bytes of a
   * key, or of a value that is a public key or a list, count as one more.
   */
  entriesPerTransaction: 2_000,
  keysPerRequest: 1_000,
  /** Values in lists, at any depth. An object or a list counts as four, because checking one takes as long. */
  listedValuesPerRequest: 30_000,
  hashedBytesPerRequest: 4_194_304,
  rowsPerRequest: 20_000,
  policyStepsPerRequest: 1_000_000,
  /** Expired rows that one new code removes, and rows of one commit when journals are pruned. */
  purgedPerRequest: 20,
  prunedPerCommit: 1_000,
  issuerSeconds: 10,
  issuerBytes: 131_072,
} as const

/** Shortest and longest lifetime, in seconds, that a request may choose for the object that it creates. */
export const lifetimeBounds = {
  /** A key without `expirationSeconds` never expires. */
  apiKeyLifetime: { min: 1, max: 315_360_000 },
  /** Keys that a login or a read-write session registers. */
  sessionLifetime: { min: 1, max: 2_592_000 },
  /** Keys that are sent by email. */
  mailedKeyLifetime: { min: 60, max: 86_400 },
  /** One-time codes. */
  codeLifetime: { min: 60, max: 900 },
  /** Verification tokens. */
  tokenLifetime: { min: 60, max: 86_400 },
} as const

export type LifetimeKind = keyof typeof lifetimeBounds

/** How errors and the reference state the bounds of a lifetime. */
export function lifetimeRange(kind: LifetimeKind): string {
  const { min, max } = lifetimeBounds[kind]
  return `${min} to ${max}`
}

/** Resources that one organization or one user may hold; `null` means no limit. */
export const resourceLimits = {
  subOrganizations: { parent: null, subOrganization: 0, per: 'organization' },
  users: { parent: 100, subOrganization: 100, per: 'organization' },
  policies: { parent: 100, subOrganization: 100, per: 'organization' },
  invitations: { parent: 100, subOrganization: 100, per: 'organization' },
  tags: { parent: 100, subOrganization: 10, per: 'organization' },
  wallets: { parent: 100, subOrganization: 100, per: 'organization' },
  walletAccounts: { parent: null, subOrganization: null, per: 'organization' },
  privateKeys: { parent: 1_000, subOrganization: 1_000, per: 'organization' },
  webhookEndpoints: { parent: 20, subOrganization: 20, per: 'organization' },
  smartContractInterfaces: { parent: 100, subOrganization: 100, per: 'organization' },
  authenticators: { parent: 10, subOrganization: 10, per: 'user' },
  apiKeys: { parent: 10, subOrganization: 10, per: 'user' },
  expiringApiKeys: { parent: 10, subOrganization: 10, per: 'user' },
  readOnlySessions: { parent: 10, subOrganization: 10, per: 'user' },
  oauthProviders: { parent: 10, subOrganization: 10, per: 'user' },
} as const satisfies Record<
  string,
  { parent: number | null; subOrganization: number | null; per: 'organization' | 'user' }
>

export type LimitedResource = keyof typeof resourceLimits

/** Share of a response that is stored text. The rest is formatting of times and credentials. */
const STORED_SHARE = 0.75

/** Upper bound of one stored object, in bytes: so an organization at its limits can list all objects in one response. */
export function objectBytesOf(resource: LimitedResource): number {
  const { parent, subOrganization } = resourceLimits[resource]
  const most = Math.max(parent ?? limits.pageMax, subOrganization ?? limits.pageMax)
  return Math.floor((STORED_SHARE * limits.listBytes) / most)
}
