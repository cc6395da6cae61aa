/** The specification's routes, independent of the site's own list. */

const FOLDERS: Readonly<Record<string, string>> = {
  '': 'changelog faq markdown-page',
  '/category':
    'advanced api-overview code-examples code-examples-1 concepts getting-started security web3-libraries',
  '/api-overview': 'errors introduction queries stamps submissions',
  '/concepts': 'organizations sub-organizations wallets',
  '/concepts/policies': 'examples language overview quickstart',
  '/concepts/users': 'best-practices credentials introduction root-quorum',
  '/ecosystems': 'bitcoin ethereum others solana',
  '/documentation': 'ecosystem-integrations',
  '/features':
    'delegated-access email-auth email-recovery export-wallets import-wallets oauth otp-auth pregenerated-wallets sessions webhooks',
  '/getting-started': 'examples launch-checklist quickstart resource-limits',
  '/passkeys': 'discoverable-vs-non-discoverable integration introduction native options',
  '/security':
    'disaster-recovery non-custodial-key-mgmt our-approach quorum-deployments reporting-a-vulnerability secure-enclaves verifiable-data',
  '/embedded-wallets':
    'overview sub-organization-auth sub-organization-recovery sub-organizations-as-wallets',
  '/embedded-wallets/code-examples':
    'add-credential authenticate-user-email authenticate-user-passkey create-passkey-session create-user-email create-user-passkey email-recovery signing-transactions',
  '/reference': 'aa-wallets',
  '/signing-automation': 'overview',
  '/signing-automation/code-examples': 'signing-transactions',
  '/sdks': 'introduction cli golang javascript-browser javascript-server react react-native Ruby rust swift',
  '/sdks/advanced': 'api-key-stamper iframe-stamper wallet-stamper webauthn-stamper keywright-client',
  '/sdks/web3': 'cosmjs eip-1193 ethers solana viem',
}

/** Routes beyond the specification. */
export const OWN = [
  '/concepts/policies/contract-calls',
  '/getting-started/local-development',
  '/getting-started/testing',
  '/operate/backup',
  '/operate/deploy',
  '/operate/disaster-drill',
  '/operate/migrate',
  '/operate/observe',
  '/operate/restore',
  '/operate/tls',
  '/operate/unseal',
  '/operate/upgrade',
  '/playground',
  '/reference/formats',
  '/sdks/interoperability',
]

/** The 95 specified routes and the additional ones. */
export const routes: readonly string[] = [
  '/',
  '/api/',
  ...Object.entries(FOLDERS).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `${folder}/${name}`),
  ),
  ...OWN,
]

/** The first page of each folder, and the two special pages. */
export const oneOfEachFolder: readonly string[] = [
  '/',
  '/api/',
  ...Object.entries(FOLDERS).map(([folder, names]) => `${folder}/${names.split(' ')[0]}`),
  '/operate/backup',
]
