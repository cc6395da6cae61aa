/** How people ask for the start page, the common questions, the changelog and the category pages. */
import type { AskedAs } from './askedAs.ts'

export const general: AskedAs = {
  '/': [
    'what is this product and what is it good for',
    'wallet infrastructure that I host myself',
    'key management platform for crypto apps',
    'wallet as a service, self hosted',
    'open source signing server',
    'MPC wallet provider alternative',
  ],
  '/#try': ['online demo right here', 'edit and run the sample on the start page'],
  '/#model': [
    'explain the main ideas in one minute',
    'big picture: how do users, keys, rules and wallets fit together',
    'basic vocabulary for newcomers',
    'architecture at a glance',
  ],
  '/#routes': [
    'user wallets or company treasury, which way for me',
    'which use case fits: app wallets or payout bots',
    'can I have customer wallets and treasury in one product',
  ],
  '/#where': ['where can it run: browser, laptop, server', 'same code in test and production?'],
  '/#deployment': [
    'what is enforced by the software and what is my job',
    'responsibility split between engine and operator',
    'is it secure as it comes out of the box',
  ],

  '/category/getting-started': ['reading order for new developers', 'introductory pages'],
  '/category/concepts': [
    'diagram of objects and how they relate',
    'domain model',
    'which object is inside which',
  ],
  '/category/concepts#glossary': [
    'what does this word mean',
    'dictionary of terms',
    'definition of stamp, activity, quorum, tag',
    'terminology explained for non-crypto people',
    'crypto jargon explained',
  ],
  '/category/concepts#pages': ['list of pages about the ideas', 'concept articles'],
  '/category/api-overview': [
    'pages to understand the API in general',
    'before I call the API what should I read',
  ],
  '/category/security': [
    'security documentation for our auditors',
    'overview of protection measures',
    'trust page',
  ],
  '/category/security#pages': ['list of security articles', 'whitepapers on security'],

  '/changelog': [
    'release notes',
    'what is new in the latest version',
    'breaking changes between versions',
    'history of versions',
    'semver promise',
  ],
  '/changelog#changelog-filter': [
    'what changed since the version that I run',
    'show only changes for my package',
  ],
  '/changelog#v0-1-0': [
    'first version, what does it contain',
    'what came out in november 2026',
    'how old is this project',
  ],
  '/changelog#contents': [
    'which parts are finished and which not',
    'state of each component',
    'is the team server ready',
  ],

  '/faq': ['common questions', 'quick answers', 'questions everybody asks'],
  '/faq#credentials': [
    'common questions about keys and passkeys for login',
    'short answers on authentication',
  ],
  '/faq#lost-api-key': [
    'I lost my api key, are my coins gone',
    'server key deleted by accident',
    'api secret missing, how do I get a new one',
    'backend key stolen, what now',
    'revoke api key',
  ],
  '/faq#last-credential': [
    'user has no way to log in any more',
    'only passkey lost, nothing else registered',
    'completely locked out',
    'phone broken and no second device',
  ],
  '/faq#why-key-pair': [
    'why not simple bearer tokens or JWT',
    'why do I have to sign each request',
    'no password or secret token in header?',
  ],
  '/faq#api-key-curves': [
    'can I use an ed25519 key to authenticate',
    'secp256k1 for api authentication',
    'RSA api keys supported?',
  ],
  '/faq#several-passkeys': [
    'two devices for one user',
    'phone and laptop both logged in with passkey',
    'more than one fingerprint per account',
  ],
  '/faq#requests': ['common questions about calls', 'short answers on requests'],
  '/faq#whole-body': [
    'can my backend change the amount after user signed',
    'is it safe to forward a signed request through our server',
    'man in the middle changes destination',
  ],
  '/faq#how-long': [
    'expiry of a signed request',
    'can I sign now and send later',
    'prepare request today and submit tomorrow',
  ],
  '/faq#replay': [
    'replay attack',
    'attacker captures request and sends it again',
    'double payment when sent twice?',
  ],
  '/faq#refusal-or-failure': [
    'error or failed activity, what is the difference',
    'http 200 but it did not work',
  ],
  '/faq#consensus-needed': [
    'my transaction waits and nothing happens',
    'request not executed, somebody must confirm first',
    'status says more approvals needed',
  ],
  '/faq#policies-and-queries': [
    'hide wallets from some employees',
    'restrict who can read data',
    'can every member see everything',
  ],
  '/faq#signing': ['common questions about signatures', 'short answers on signing'],
  '/faq#hash-functions': [
    'which hash function do I choose',
    'payload already hashed, what to pass',
    'hash setting for solana message',
    'keccak256 or sha256 or none',
  ],
  '/faq#chains': [
    'do you support bitcoin, polygon, base, avalanche',
    'list of coins',
    'does it work with polkadot or near',
    'which blockchains can be used',
  ],
  '/faq#broadcast': [
    'who sends the transaction to the blockchain',
    'do I need my own RPC node',
    'can you tell me the balance of an address',
    'do you track confirmations',
    'gas estimation included?',
  ],
  '/faq#address-not-found': [
    'signing says unknown address although it exists',
    'upper or lower case address problem',
  ],
  '/faq#raw-payload': [
    'limit what may be signed as a hash',
    'can rules check messages',
    'is typed data visible to rules',
  ],
  '/faq#deterministic': [
    'same message gives same signature?',
    'random nonce reuse risk in ECDSA',
    'low s malleability',
  ],
  '/faq#limits': ['common questions about quotas', 'short answers on maximums'],
  '/faq#how-many-users': [
    '100 users enough for my app?',
    'unlimited customers possible',
    'maximum of end users',
  ],
  '/faq#how-many-addresses': ['unlimited deposit addresses from one wallet?', 'maximum addresses per seed'],
  '/faq#rate-limit': ['how fast may I call', 'requests per second allowed'],
  '/faq#custody': ['common questions on who controls the coins', 'short answers on custody'],
  '/faq#who-can-move': [
    'can anyone else spend the user coins',
    'who has control over money of customers',
    'could an employee of ours take funds',
  ],
  '/faq#parent-sign': [
    'company signs for customer, possible?',
    'act as my user from the server',
    'main account 400 when writing in child',
  ],
  '/faq#operator': [
    'can the admin of the server see my private keys',
    'does the hosting company have access to secrets',
    'root access on the machine, are keys visible',
  ],
  '/faq#leave': [
    'vendor lock-in, can we move out',
    'user wants to take his wallet to another app',
    'switch to another wallet provider later',
  ],
  '/faq#running': ['common questions on hosting', 'short answers about operation'],
  '/faq#service': [
    'pricing and plans',
    'how much does it cost per user',
    'is there a cloud version or SaaS',
    'license of the software',
    'free plan, sign up page, support contract',
    'SLA or uptime status',
  ],
  '/faq#in-this-release': ['what do I get today', 'which servers and clients exist already'],
  '/faq#real-funds': [
    'can I use it in production with real money',
    'is it audited and production ready',
    'only for test coins?',
  ],
  '/faq#vulnerability': ['found a bug with security impact, where to write', 'short answer on disclosure'],
  '/faq#run': ['try every combination of encoding and hash', 'demo of hash settings'],
}
