/** How people ask for account abstraction, the overviews of groups of pages, and the API reference as a page. */
import type { AskedAs } from './askedAs.ts'

export const reference: AskedAs = {
  '/reference/aa-wallets': [
    'smart contract wallet with our key as owner',
    'gas sponsor so users do not need eth',
    'gasless transactions for customers',
    'erc-4337 support',
    'paymaster and bundler',
    'pay fees in usdc',
    'users should not have to buy gas',
    'account abstraction with passkeys',
  ],
  '/reference/aa-wallets#layers': [
    'difference between normal account and smart account',
    'who pays the gas, what runs where',
    'guardian recovery or owner change on chain',
    'batch several calls into one',
    'is a smart account address known before deployment',
    'relayer pays for the user',
    'when is a smart account worth the cost',
  ],
  '/reference/aa-wallets#signed': [
    'entry point address v0.6 v0.7 v0.8',
    'userOpHash how to compute',
    'which hash does the owner sign',
    'user operation signature invalid AA24',
    'eip-191 prefix around user operation hash',
    '65 byte owner signature for user operation',
    'validator module address prefix',
  ],
  '/reference/aa-wallets#policies': [
    'spending limits for smart accounts',
    'my amount rule does not apply to user operations',
    'restrict user operations to one account and chain',
    'why does eth.tx rule not match 4337',
  ],
  '/reference/aa-wallets#libraries': [
    'smart account library with a remote owner key',
    'which smart account sdk works',
    'which library takes a remote owner',
  ],
  '/reference/aa-wallets#eip-7702': [
    'turn an ordinary account into smart account',
    'set code authorization for EOA',
    'delegate my eoa to a contract',
    'sign 7702 authorization',
    'remove the delegated code again',
    'chain id 0 authorization dangerous',
  ],
  '/reference/aa-wallets#pitfalls': [
    'owner key deleted, smart account lost',
    'isValidSignature fails for undeployed account',
    'counterfactual address changed',
    'erc-6492 verification before deployment',
    'gas estimate with dummy signature',
    'rotate owner of the smart account',
    'on-chain session keys',
  ],
  '/reference/aa-wallets#run': ['sign a user operation live'],
  '/reference/aa-wallets#signature-verifier': [
    'check owner signature of a user operation',
    'recover owner from 4337 signature',
  ],

  '/category/advanced': [
    'low level building blocks of the sdk',
    'which stamper do I need',
    'signing helper for each kind of key',
    'choose between api key, passkey, iframe and wallet signing',
  ],
  '/category/advanced#pages': ['list of stamper packages', 'overview of client and stamper guides'],
  '/category/code-examples-1': [
    'code samples for backend signing',
    'recipes for bots and services',
    'server recipes overview',
    'examples without end users',
  ],
  '/category/code-examples': [
    'sample code for customer wallets',
    'cookbook end user login and signing',
    'recipes for frontend developers',
    'all embedded examples in one list',
  ],
  '/category/web3-libraries': [
    'plug into my existing web3 library',
    'which blockchain libraries have an adapter',
    'drop-in signer for javascript libraries',
    'compare ethers viem solana cosmos adapters',
  ],
  '/category/web3-libraries#pages': ['list of web3 adapters', 'guides for each chain library'],
}
