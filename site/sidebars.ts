/** The site's sidebars in reading order, and the required routes. */
import { defineSiteMap } from './src/config/sidebars.ts'

export default defineSiteMap({
  sidebars: {
    documentation: [
      {
        label: 'Getting started',
        index: '/category/getting-started',
        items: [
          '/getting-started/quickstart',
          '/getting-started/local-development',
          '/getting-started/testing',
          '/getting-started/examples',
          '/getting-started/launch-checklist',
          '/getting-started/resource-limits',
        ],
      },
      {
        label: 'API overview',
        index: '/category/api-overview',
        items: [
          '/api-overview/introduction',
          '/api-overview/stamps',
          '/api-overview/queries',
          '/api-overview/submissions',
          '/api-overview/errors',
          '/reference/formats',
        ],
      },
      {
        label: 'Concepts',
        index: '/category/concepts',
        items: [
          '/concepts/organizations',
          '/concepts/sub-organizations',
          {
            label: 'Users',
            items: [
              '/concepts/users/introduction',
              '/concepts/users/credentials',
              '/concepts/users/root-quorum',
              '/concepts/users/best-practices',
            ],
          },
          '/concepts/wallets',
          {
            label: 'Policies',
            items: [
              '/concepts/policies/overview',
              '/concepts/policies/quickstart',
              '/concepts/policies/language',
              '/concepts/policies/examples',
              '/concepts/policies/contract-calls',
            ],
          },
        ],
      },
      {
        label: 'Passkeys',
        items: [
          '/passkeys/introduction',
          '/passkeys/integration',
          '/passkeys/options',
          '/passkeys/native',
          '/passkeys/discoverable-vs-non-discoverable',
        ],
      },
      {
        label: 'Features',
        items: [
          '/features/email-auth',
          '/features/otp-auth',
          '/features/oauth',
          '/features/sessions',
          '/features/email-recovery',
          '/features/import-wallets',
          '/features/export-wallets',
          '/features/delegated-access',
          '/features/pregenerated-wallets',
          '/features/webhooks',
        ],
      },
      {
        label: 'Ecosystems',
        items: [
          '/documentation/ecosystem-integrations',
          '/ecosystems/ethereum',
          '/ecosystems/solana',
          '/ecosystems/bitcoin',
          '/ecosystems/others',
        ],
      },
      {
        label: 'Security',
        index: '/category/security',
        items: [
          '/security/our-approach',
          '/security/non-custodial-key-mgmt',
          '/security/secure-enclaves',
          '/security/quorum-deployments',
          '/security/verifiable-data',
          '/security/disaster-recovery',
          '/security/reporting-a-vulnerability',
        ],
      },
      {
        label: 'Operate',
        items: [
          '/operate/deploy',
          '/operate/tls',
          '/operate/unseal',
          '/operate/observe',
          '/operate/backup',
          '/operate/restore',
          '/operate/disaster-drill',
          '/operate/upgrade',
          '/operate/migrate',
        ],
      },
    ],
    solutions: [
      {
        label: 'Embedded wallets',
        items: [
          '/embedded-wallets/overview',
          '/embedded-wallets/sub-organizations-as-wallets',
          '/embedded-wallets/sub-organization-auth',
          '/embedded-wallets/sub-organization-recovery',
          {
            label: 'Code examples',
            index: '/category/code-examples',
            items: [
              '/embedded-wallets/code-examples/create-user-passkey',
              '/embedded-wallets/code-examples/create-user-email',
              '/embedded-wallets/code-examples/authenticate-user-passkey',
              '/embedded-wallets/code-examples/authenticate-user-email',
              '/embedded-wallets/code-examples/create-passkey-session',
              '/embedded-wallets/code-examples/add-credential',
              '/embedded-wallets/code-examples/email-recovery',
              '/embedded-wallets/code-examples/signing-transactions',
            ],
          },
          '/reference/aa-wallets',
        ],
      },
      {
        label: 'Signing automation',
        items: [
          '/signing-automation/overview',
          {
            label: 'Code examples',
            index: '/category/code-examples-1',
            items: ['/signing-automation/code-examples/signing-transactions'],
          },
        ],
      },
    ],
    sdks: [
      '/sdks/introduction',
      '/sdks/interoperability',
      '/sdks/javascript-browser',
      '/sdks/javascript-server',
      '/sdks/react',
      '/sdks/react-native',
      '/sdks/cli',
      '/sdks/golang',
      '/sdks/Ruby',
      '/sdks/rust',
      '/sdks/swift',
      {
        label: 'Advanced',
        index: '/category/advanced',
        items: [
          '/sdks/advanced/keywright-client',
          '/sdks/advanced/api-key-stamper',
          '/sdks/advanced/webauthn-stamper',
          '/sdks/advanced/iframe-stamper',
          '/sdks/advanced/wallet-stamper',
        ],
      },
      {
        label: 'Web3 libraries',
        index: '/category/web3-libraries',
        items: [
          '/sdks/web3/ethers',
          '/sdks/web3/viem',
          '/sdks/web3/solana',
          '/sdks/web3/cosmjs',
          '/sdks/web3/eip-1193',
        ],
      },
    ],
  },
  unlisted: ['/', '/answers', '/changelog', '/faq', '/markdown-page', '/playground', '/api/'],
  promised: promisedRoutes(),
})

/** The specification's routes, by folder. */
function promisedRoutes(): string[] {
  const folders: Record<string, string> = {
    '': 'changelog faq markdown-page',
    '/api-overview': 'errors introduction queries stamps submissions',
    '/category':
      'advanced api-overview code-examples code-examples-1 concepts getting-started security web3-libraries',
    '/concepts': 'organizations sub-organizations wallets',
    '/concepts/policies': 'examples language overview quickstart',
    '/concepts/users': 'best-practices credentials introduction root-quorum',
    '/documentation': 'ecosystem-integrations',
    '/ecosystems': 'bitcoin ethereum others solana',
    '/embedded-wallets':
      'overview sub-organization-auth sub-organization-recovery sub-organizations-as-wallets',
    '/embedded-wallets/code-examples':
      'add-credential authenticate-user-email authenticate-user-passkey create-passkey-session create-user-email create-user-passkey email-recovery signing-transactions',
    '/features':
      'delegated-access email-auth email-recovery export-wallets import-wallets oauth otp-auth pregenerated-wallets sessions webhooks',
    '/getting-started': 'examples launch-checklist quickstart resource-limits',
    '/passkeys': 'discoverable-vs-non-discoverable integration introduction native options',
    '/reference': 'aa-wallets',
    '/sdks':
      'cli golang introduction javascript-browser javascript-server react react-native Ruby rust swift',
    '/sdks/advanced': 'api-key-stamper iframe-stamper keywright-client wallet-stamper webauthn-stamper',
    '/sdks/web3': 'cosmjs eip-1193 ethers solana viem',
    '/security':
      'disaster-recovery non-custodial-key-mgmt our-approach quorum-deployments reporting-a-vulnerability secure-enclaves verifiable-data',
    '/signing-automation': 'overview',
    '/signing-automation/code-examples': 'signing-transactions',
  }
  const pages = Object.entries(folders).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `${folder}/${name}`),
  )
  return ['/', '/api/', ...pages]
}
