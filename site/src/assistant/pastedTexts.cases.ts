/** What people paste whole into the box: none of it is a question, and all of it has words in every part of the vocabulary. */

const LOG_LINES = [
  'WARN [gateway] upstream returned 403 POLICY_DENIED for organization 5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21',
  'ERROR [signer] sign_transaction failed: stamp is missing, header X-Stamp expected, retry in 250 ms',
  'INFO [worker] polling activity fingerprint sha256 consensus needed, approvals 1 of 2, still pending',
  'DEBUG [db] connection pool exhausted, waiting for postgresql, migration 0007 applied, lock timeout',
  'ERROR [webhook] delivery to https://hooks.example.com/in failed with ECONNREFUSED, certificate expired',
  'WARN [session] token expired for user, browser storage cleared, iframe reload, passkey prompt cancelled',
  'INFO [wallet] derived ethereum account on path m/44, imported mnemonic, exported bundle to target key',
  'ERROR [mail] otp code rejected, too many attempts, recovery email throttled, invitation unknown',
  'DEBUG [metrics] prometheus scrape, histogram latency, quorum share unsealed, restore snapshot verified',
  'WARN [oauth] audience mismatch, issuer unreachable, nonce does not match, jwks refreshed',
]
const log = LOG_LINES.map((line, at) => `2026-11-23T10:15:${10 + at}.482Z ${line}`).join('\n')

const json = JSON.stringify(
  {
    type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION',
    timestampMs: '1795428000000',
    organizationId: '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21',
    parameters: {
      subOrganizationName: 'Customer 118',
      rootQuorumThreshold: 1,
      rootUsers: [
        {
          userName: 'Amina',
          userEmail: 'amina@example.com',
          userPhoneNumber: '+15550100',
          apiKeys: [{ apiKeyName: 'phone', publicKey: '02ab', curveType: 'P256', expirationSeconds: '3600' }],
          authenticators: [
            { authenticatorName: 'laptop', challenge: 'abc', attestation: { credentialId: 'x' } },
          ],
          oauthProviders: [{ providerName: 'Google', oidcToken: 'eyJhbGciOiJSUzI1NiJ9' }],
        },
      ],
      wallet: {
        walletName: 'Main',
        mnemonicLength: 12,
        accounts: [
          { curve: 'SECP256K1', pathFormat: 'BIP32', path: "m/44'/60'/0'/0/0", addressFormat: 'ETHEREUM' },
        ],
      },
      policies: [
        {
          policyName: 'limit',
          effect: 'EFFECT_ALLOW',
          condition: 'eth.tx.value < 10',
          consensus: 'approvers.any',
        },
      ],
      disableEmailRecovery: true,
      disableEmailAuth: false,
      disableSmsAuth: true,
      featureFlags: ['webhook', 'export', 'import'],
    },
  },
  null,
  2,
)

const trace = `Uncaught (in promise) KeywrightRequestError: INVALID_ARGUMENT: unknown field "rootUser" in parameters
${['KeywrightClient.request', 'WebauthnStamper.stamp', 'IframeStamper.injectCredentialBundle', 'createSubOrganization', 'useWalletAccounts', 'ApiKeyStamper.sign', 'renderWithHooks', 'commitPassiveMountEffects', 'EthersSigner.signTypedData', 'SolanaSigner.addSignature', 'verifySessionExpiry', 'exportBundleDecrypt', 'hpkeOpen', 'policyLanguageParse', 'webhookVerifySignature'].map((name, at) => `    at async ${name} (webpack-internal:///./src/wallet/${name}.ts:${40 + at}:17)`).join('\n')}
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
Caused by: TypeError: Cannot read properties of undefined (reading 'attestationObject')`

export const PASTED: readonly string[] = [
  log.repeat(4).slice(0, 4_000),
  json,
  trace,
  `${log}\n${json}\n${trace}`,
]
