/**
 * Questions by kinds of readers that no list before had: pasted messages, long stories, misspelt ones, English of people
 * who think in another language, and the words of other products. Each list was written before anybody looked at the code
 * that answers it, and scored once before anything was mended: that share is what a reader may expect of a new question.
 */
import type { QuestionCase } from './questions.cases.ts'

/** Right at first sight: 57 %. */
export const UNSEEN: readonly QuestionCase[] = [
  // Pasted, or half remembered.
  ['TIMESTAMP_TOO_OLD', ['/api-overview/errors', '/api-overview/submissions'], /old|clock|timestamp/i],
  [
    'error code 16 what to do',
    ['/api-overview/errors', '/api-overview/stamps'],
    /401|UNAUTHENTICATED|stamp|credential/i,
  ],
  ['curl: (60) SSL certificate problem when calling my server', '/operate/tls', /cacert|trust/i],
  ['error: the backup monday.backup exists already', '/operate/backup', /written over|another file/i],
  [
    '{"status":"sealed"} 503',
    ['/operate/observe', '/operate/unseal', '/operate/deploy', '/api-overview/errors'],
    /sealed/i,
  ],
  [
    'still sealed: 1 of 2 shares given',
    ['/operate/unseal', '/operate/disaster-drill', '/operate/deploy'],
    /share/i,
  ],
  [
    'crypto.getRandomValues is not a function react native',
    '/sdks/react-native',
    /get-random-values|native random source/i,
  ],
  ['4001 user rejected request', '/sdks/web3/eip-1193', /4001/],
  [
    'ORGANIZATION_MISMATCH',
    ['/api-overview/errors', '/concepts/sub-organizations', '/concepts/organizations'],
    /organization/i,
  ],
  [
    'NotAllowedError: The operation either timed out or was not allowed',
    [
      '/sdks/advanced/webauthn-stamper',
      '/passkeys/integration',
      '/embedded-wallets/code-examples/authenticate-user-passkey',
      '/passkeys/options',
      '/embedded-wallets/code-examples/create-user-passkey',
    ],
    /NotAllowedError/,
  ],
  // Words of other products.
  [
    'seed phrase backup for end users',
    ['/features/export-wallets', '/security/non-custodial-key-mgmt'],
    /export|phrase/i,
  ],
  [
    'is this MPC or threshold signatures',
    [
      '/security/quorum-deployments',
      '/security/our-approach',
      '/security/non-custodial-key-mgmt',
      '/faq',
      '/security/secure-enclaves',
    ],
    /Shamir|share|encrypt/i,
  ],
  ['do you do gas sponsoring', '/reference/aa-wallets', /sponsor|paymaster/i],
  [
    'rotate key without downtime',
    ['/concepts/users/credentials', '/concepts/users/best-practices'],
    /register|new (?:one|key)|create_api_keys|both/i,
  ],
  ['webhook retry schedule', '/features/webhooks', /again|repeat|retr|attempt/i],
  [
    'whitelist withdrawal addresses',
    [
      '/concepts/users/best-practices',
      '/concepts/policies/examples',
      '/concepts/policies/quickstart',
      '/signing-automation/overview',
    ],
    /eth\.tx\.to|allowlist|destination|address/i,
  ],
  [
    '2 of 3 multisig approval',
    [
      '/concepts/users/root-quorum',
      '/concepts/policies/overview',
      '/concepts/policies/examples',
      '/concepts/policies/quickstart',
      '/security/quorum-deployments',
      '/api-overview/submissions',
      '/embedded-wallets/sub-organizations-as-wallets',
    ],
    /approv|threshold|consensus|quorum/i,
  ],
  [
    'hsm support',
    ['/operate/unseal', '/security/our-approach', '/security/quorum-deployments'],
    /PKCS|token|hardware module/i,
  ],
  ['jwt from google login to wallet', ['/features/oauth', '/embedded-wallets/overview'], /ID token|oidc/i],
  [
    'workspace vs project vs tenant for each customer',
    [
      '/concepts/sub-organizations',
      '/concepts/organizations',
      '/getting-started/resource-limits',
      '/embedded-wallets/overview',
      '/category/concepts',
      '/embedded-wallets/sub-organizations-as-wallets',
    ],
    /sub-organization/i,
  ],
  ['session token ttl', ['/features/sessions', '/concepts/users/credentials'], /expir|minutes|seconds/i],
  [
    'service account for backend cron job',
    [
      '/concepts/users/best-practices',
      '/concepts/users/introduction',
      '/signing-automation/overview',
      '/getting-started/resource-limits',
    ],
    /job|API key|API-only|service/i,
  ],
  // Short and misspelt.
  ['expotr privat key', ['/features/export-wallets', '/concepts/wallets'], /export/i],
  [
    'taprot adress',
    ['/ecosystems/bitcoin', '/concepts/wallets', '/documentation/ecosystem-integrations'],
    /taproot|P2TR/i,
  ],
  [
    'tranfer usdc only policy',
    ['/concepts/policies/examples', '/concepts/policies/language', '/ecosystems/ethereum'],
    /transfer|a9059cbb|token/i,
  ],
  ['prometeus metrics', '/operate/observe', /Prometheus|metrics/i],
  [
    'shamir shares how many',
    ['/security/quorum-deployments', '/operate/unseal', '/security/disaster-recovery'],
    /share|threshold/i,
  ],
  [
    'typd data signing',
    [
      '/ecosystems/ethereum',
      '/sdks/web3/viem',
      '/sdks/web3/ethers',
      '/embedded-wallets/code-examples/signing-transactions',
    ],
    /typed data|EIP-?712/i,
  ],
  [
    'rekovery email dont arrive',
    [
      '/features/email-recovery',
      '/getting-started/local-development',
      '/embedded-wallets/code-examples/email-recovery',
      '/embedded-wallets/sub-organization-recovery',
      '/sdks/cli',
    ],
    /inbox|SMTP|address|email/i,
  ],
  ['paging cursor', '/api-overview/queries', /cursor|after|before|limit/i],
  // How do I.
  ['how do i upgrade postgres server without downtime', '/operate/upgrade', /migrat|one by one|process/i],
  [
    'how do I log a user out on all devices',
    [
      '/features/sessions',
      '/embedded-wallets/code-examples/create-passkey-session',
      '/sdks/javascript-browser',
    ],
    /invalidateExisting|delete_api_keys|delete|revoke/i,
  ],
  ['how do i run it with docker compose', '/operate/deploy', /compose/i],
  [
    'How do I test passkeys in CI without a phone?',
    [
      '/sdks/advanced/webauthn-stamper',
      '/getting-started/local-development',
      '/passkeys/integration',
      '/sdks/react',
    ],
    /software|virtual|without a device|authenticator/i,
  ],
  ['how do i move time forward in tests', '/getting-started/local-development', /clock/i],
  ['how do i simulate that the server answers 500', '/getting-started/local-development', /fault/i],
  [
    'how can I let a bot trade for my user but only small amounts',
    ['/features/delegated-access', '/concepts/policies/examples', '/signing-automation/overview'],
    /delegate|policy|limit|value/i,
  ],
  [
    'how do I give a wallet to somebody who has not signed up',
    '/features/pregenerated-wallets',
    /claim|email|before/i,
  ],
  ['How do I sign a PSBT?', '/ecosystems/bitcoin', /PSBT/],
  [
    'how do i verify the signature of a webhook in node',
    ['/features/webhooks', '/sdks/javascript-server'],
    /verif/i,
  ],
  // Long-winded.
  [
    'Hello, we have built a small app in Expo and when the user opens the link in the email on another phone than the one he started with it does not work, is that by design?',
    [
      '/features/email-auth',
      '/embedded-wallets/sub-organization-auth',
      '/sdks/react-native',
      '/embedded-wallets/code-examples/authenticate-user-email',
      '/features/email-recovery',
    ],
    /only the|browser which|same (?:device|browser)|target key|another (?:device|browser)/i,
  ],
  [
    'I restored a database from last night and now some users say their wallet from this morning is missing, what can be done',
    ['/operate/restore', '/operate/backup', '/security/disaster-recovery'],
    /lost|undoes|after the backup|again/i,
  ],
  [
    'we want that treasury payments above 10 ETH are confirmed by two people of the finance team, smaller ones should just pass',
    [
      '/concepts/policies/examples',
      '/concepts/policies/quickstart',
      '/concepts/policies/overview',
      '/signing-automation/overview',
    ],
    /approvers|consensus|value/i,
  ],
  [
    'one of our share holders resigned yesterday. do we have to make all the keys new?',
    ['/operate/unseal', '/security/quorum-deployments', '/security/disaster-recovery'],
    /reshare|new shares|new ones|stays/i,
  ],
  [
    'my lambda function sometimes times out and i do not know whether the transaction was signed, can i just send it again?',
    [
      '/api-overview/submissions',
      '/signing-automation/code-examples/signing-transactions',
      '/signing-automation/overview',
      '/embedded-wallets/code-examples/signing-transactions',
      '/api-overview/errors',
      '/sdks/advanced/keywright-client',
    ],
    /same bytes|fingerprint|same body|again/i,
  ],
  // People who think in another language.
  [
    'which informations sees the operator from my users',
    ['/security/non-custodial-key-mgmt', '/security/our-approach', '/faq', '/operate/backup'],
    /operator|host|plain text|memory/i,
  ],
  [
    'can the parent make a signing for the suborganisation',
    ['/faq', '/concepts/sub-organizations', '/security/non-custodial-key-mgmt', '/embedded-wallets/overview'],
    /No|read|cannot|mismatch/i,
  ],
  [
    'where becomes the passkey stored',
    ['/passkeys/introduction', '/passkeys/options', '/passkeys/discoverable-vs-non-discoverable'],
    /device|synced|sync|authenticator|store/i,
  ],
  [
    'how long is the code in the sms valid',
    ['/features/otp-auth', '/getting-started/resource-limits'],
    /minutes|expir|valid/i,
  ],
  [
    'what means NOT_APPLICABLE by hash function',
    [
      '/faq',
      '/signing-automation/code-examples/signing-transactions',
      '/ecosystems/solana',
      '/api-overview/errors',
    ],
    /NOT_APPLICABLE/,
  ],
  // Client libraries and chains.
  ['golang client goroutine safe?', '/sdks/golang', /goroutine|concurren|share/i],
  ['rails initializer credentials', '/sdks/Ruby', /Rails|initializer|credentials/i],
  ['rust tokio', '/sdks/rust', /async|tokio|blocking/i],
  ['swift secure enclave key for stamping', '/sdks/swift', /Secure ?Enclave/i],
  ['useWallets hook', '/sdks/react', /useWallets/],
  ['cosmos signAmino not available', '/sdks/web3/cosmjs', /amino/i],
  ['solana transaction with two signers', ['/ecosystems/solana', '/sdks/web3/solana'], /slot|signer/i],
  [
    'tron address from public key',
    ['/ecosystems/others', '/concepts/wallets', '/documentation/ecosystem-integrations'],
    /tron/i,
  ],
  ['nextjs hydration ssr window is not defined', ['/sdks/react', '/sdks/javascript-browser'], /server/i],
  [
    'iframe sandbox csp header frame-ancestors',
    '/sdks/advanced/iframe-stamper',
    /frame-ancestors|Content-Security-Policy|header/i,
  ],
]

/** No page says anything of these. */
export const UNSEEN_UNANSWERED: readonly string[] = [
  'how much does the enterprise plan cost per signature',
  'do you have an office in Berlin',
  'staking rewards for ETH validators',
  'swap tokens with the sdk',
  'fiat on ramp credit card',
  'python sdk pip install',
  'is there a PHP composer package',
  'monero view key',
  'cardano stake address derivation',
  'KYC verification of users',
  'who is the CEO',
  'SLA uptime guarantee percentage',
  'NFT marketplace royalties',
  'tax report export csv',
  'terraform provider',
  'kotlin multiplatform client',
  'lightning network invoice',
  'discord server invite link',
  'best restaurant near the conference',
  'SOC 2 type II report download',
]

/** Written together with the others, and looked at last of all, once what the others had shown was mended. Right at first sight: 40 %; of the ten without an answer two were answered. */
export const UNSEEN_LAST: readonly QuestionCase[] = [
  ['STAMP_MALFORMED', ['/api-overview/errors', '/api-overview/stamps'], /stamp/i],
  ['what does FAILED_PRECONDITION mean', '/api-overview/errors', /precondition|state|FAILED_PRECONDITION/i],
  [
    'request body too large',
    ['/api-overview/errors', '/getting-started/resource-limits'],
    /1 MiB|1,048,576|body/i,
  ],
  [
    '"status":"ACTIVITY_STATUS_CONSENSUS_NEEDED" what now',
    [
      '/api-overview/submissions',
      '/faq',
      '/signing-automation/code-examples/signing-transactions',
      '/embedded-wallets/code-examples/signing-transactions',
    ],
    /approv|vote/i,
  ],
  ['ERR_OSSL_EVP_UNSUPPORTED / OpenSSL 3 pkeys are immutable', '/sdks/Ruby', /OpenSSL 3|immutable/i],
  [
    'SecurityError: The relying party ID is not a registrable domain suffix',
    ['/passkeys/options', '/passkeys/integration', '/passkeys/native', '/sdks/advanced/webauthn-stamper'],
    /RP id|rpId|domain|SecurityError/i,
  ],
  [
    'api key limit of user reached, delete oldest?',
    [
      '/getting-started/resource-limits',
      '/concepts/users/credentials',
      '/api-overview/errors',
      '/features/sessions',
    ],
    /oldest|expiring|long-lived|limit/i,
  ],
  [
    'private key not found 0xabc.. but it exists',
    [
      '/faq',
      '/concepts/wallets',
      '/api-overview/errors',
      '/ecosystems/ethereum',
      '/signing-automation/code-examples/signing-transactions',
    ],
    /checksum|exact|signWith|lower case/i,
  ],
  [
    'social recovery guardians',
    [
      '/features/email-recovery',
      '/concepts/users/root-quorum',
      '/embedded-wallets/sub-organization-recovery',
      '/features/delegated-access',
    ],
    /recover|quorum/i,
  ],
  [
    'cold storage hot wallet separation',
    ['/concepts/policies/examples', '/concepts/users/best-practices', '/signing-automation/overview'],
    /hot|key|wallet/i,
  ],
  ['audit trail tamper proof', ['/security/verifiable-data', '/operate/observe'], /journal|hash|signed/i],
  [
    'RBAC roles and groups',
    [
      '/concepts/users/introduction',
      '/concepts/users/best-practices',
      '/concepts/policies/overview',
      '/concepts/policies/examples',
    ],
    /tag/i,
  ],
  ['access token refresh', '/features/sessions', /refresh|before the expiry/i],
  [
    'biometric login face id',
    [
      '/passkeys/introduction',
      '/passkeys/native',
      '/passkeys/options',
      '/sdks/react-native',
      '/sdks/swift',
      '/embedded-wallets/code-examples/authenticate-user-passkey',
    ],
    /fac|biometr|device|fingerprint|passkey/i,
  ],
  ['brute force protection for login codes', ['/features/otp-auth'], /wrong|tries|attempt|three|3/i],
  ['acount abstraction 4337 owner', '/reference/aa-wallets', /4337|smart account|owner/i],
  [
    'polcy enginge deny overrides allow',
    ['/concepts/policies/overview', '/concepts/policies/language'],
    /deny/i,
  ],
  [
    'derivaton path phantom',
    ['/ecosystems/solana', '/concepts/wallets', '/features/import-wallets'],
    /44'\/501'|path/i,
  ],
  [
    'conditonal ui autofill passkey',
    [
      '/passkeys/options',
      '/passkeys/integration',
      '/passkeys/discoverable-vs-non-discoverable',
      '/embedded-wallets/code-examples/authenticate-user-passkey',
      '/sdks/advanced/webauthn-stamper',
    ],
    /conditional|autofill/i,
  ],
  ['open telemetry', '/operate/observe', /OpenTelemetry|OTEL/],
  ['cli exit codes', '/sdks/cli', /exit code/i],
  [
    'how do i remove a lost passkey',
    [
      '/embedded-wallets/code-examples/add-credential',
      '/concepts/users/credentials',
      '/embedded-wallets/sub-organization-recovery',
    ],
    /delete_authenticators|delete|remove/i,
  ],
  [
    'how do I make a policy for all keys with the tag hot',
    ['/concepts/policies/examples', '/concepts/policies/language'],
    /tag/i,
  ],
  [
    'how do i check the backups really work',
    ['/operate/disaster-drill', '/security/disaster-recovery', '/operate/backup'],
    /drill|restore|rehears|same addresses/i,
  ],
  [
    'how do I close a user account and delete everything',
    ['/concepts/sub-organizations', '/concepts/users/introduction', '/concepts/wallets'],
    /delete/i,
  ],
  [
    'how do i add a second address to an existing wallet',
    ['/concepts/wallets', '/embedded-wallets/code-examples/create-user-passkey'],
    /create_wallet_accounts|account/i,
  ],
  [
    'how do I use my existing browser wallet to authorize API calls',
    ['/sdks/advanced/wallet-stamper', '/api-overview/stamps'],
    /wallet|EIP-?191/i,
  ],
  [
    'How do I find out which organization a returning user belongs to?',
    [
      '/api-overview/queries',
      '/passkeys/discoverable-vs-non-discoverable',
      '/concepts/sub-organizations',
      '/embedded-wallets/code-examples/authenticate-user-passkey',
      '/features/oauth',
      '/embedded-wallets/sub-organization-auth',
    ],
    /list_suborgs|whoami|filter/i,
  ],
  [
    'We are two developers and would like to get the same local data every time we start the development server so that snapshots of our UI tests do not change',
    '/getting-started/local-development',
    /--seed|snapshot/i,
  ],
  [
    'Our load balancer keeps restarting the pods since the health check fails until somebody enters the key shares',
    ['/operate/observe', '/operate/deploy', '/operate/unseal', '/operate/tls'],
    /\/health|\/ready|must not be restarted/i,
  ],
  [
    'a customer typed his email wrong at sign up, now the wallet is reachable by a stranger?',
    [
      '/embedded-wallets/code-examples/create-user-email',
      '/features/pregenerated-wallets',
      '/features/email-auth',
      '/embedded-wallets/overview',
      '/features/email-recovery',
    ],
    /not verified|verif|stranger|whoever|mailbox/i,
  ],
  [
    'since when exists the possibility to refuse contract creation with the policys',
    ['/concepts/policies/examples', '/concepts/policies/language'],
    /creat/i,
  ],
  [
    'can i get the private key in an other format for phantom importing',
    ['/features/export-wallets', '/ecosystems/solana'],
    /base58|64 bytes|seed/i,
  ],
  [
    'must the clock from the client be exactly',
    ['/faq', '/api-overview/submissions', '/api-overview/errors', '/api-overview/introduction'],
    /ahead|old|clock|timestampMs/i,
  ],
  ['aptos sui signing recipe', '/ecosystems/others', /Sui|Aptos/],
  ['ethers v5 compatibility', '/sdks/web3/ethers', /v6|v5|version/i],
  ['which package for node backend', ['/sdks/introduction', '/sdks/javascript-server'], /server/i],
  ['keywright mcp server for ai agents', '/sdks/cli', /mcp/i],
  ['responsible disclosure', '/security/reporting-a-vulnerability', /report|private/i],
  ['what changed in the last release', '/changelog', /0\.1\.0|release/i],
]

export const UNSEEN_LAST_UNANSWERED: readonly string[] = [
  'polkadot sr25519 keys',
  'how many employees do you have',
  'refund my subscription',
  'java spring boot starter',
  'bridge tokens between chains',
  'price oracle feed',
  'dark pool order matching',
  'mobile number of support hotline',
  'ENS name registration',
  'GDPR data processing agreement template',
]
