/**
 * Words of what other products, companies and trades do. A question that has one, and a place that does not, are rarely
 * about the same thing; one that a page does say counts for nothing. What such a word weighs is learned.
 */
import { normalize } from '@keywright/search'

const WORDS = `
charge .net aave accountant activedirectory adobe airdrop airtable alchemy alexa algorand aml amm angular animal ansible apy arbitrage arbitrum argent asana
atm attorney auth0 avalanche award aws azure baby baking bash basketball bike billing binance bitbucket bitgo bitwarden blog bnb bonus booth borrow
brand bread bridge bridging bsc c# c++ cake capital cardano career case cashback casino cat celebrity celo ceo chainalysis chainlink chargeback
chatgpt checkout chef chess circleci claude clojure cloudflare cloudformation cobol coffee cognito coinbase collateral collectible comedy compare
comparison competitor composer conference confluence cook cooking copilot cordova cost coupon csharp cto cup currency dance dart dashboard datadog
dating debit defi delphi deno dex dfinity diet dinner discord discount django dog doge dogecoin dotnet dropbox drupal elasticsearch election elixir
elm email ens eos equation erlang escrow essay etherscan exam excel express facebook fantom farcaster fashion fastapi fiat figma filecoin film
firebase fireblocks fish fitness flask flight flutter football fortran forum foundry fruit funding fundraising gallery garden gatsby gdpr gemini gift
gitlab gmail gnosis godot gradle grammar graphql groovy grpc guitar gym hackathon haircut hardhat hashicorp haskell headquarter hedera helm heroku
hipaa hire hiring homework horoscope hotel hotline hubspot ico icp infura instagram insurance intercom internship investigation invoice ionic iota iso
java jenkins jira job joke joomla julia jurisdiction kadena kafka keycloak kitchen kotlin kraken kubernetes kyc laravel law lawyer ldap ledger legal
legislation lend lending leverage liability license lightning linkedin liquidity litecoin llama loan logo lottery loyalty lua lyrics magento mailchimp
marketing math matlab maven medicine meetup meme memecoin messenger mica mimblewimble mint minting mixpanel monero mongodb moon moonpay moralis
mortgage movie msb museum music mysql nano netflix netlify newsletter nft novel nuget nuxt odoo office offramp okta onedrive onramp openai opensea
openzeppelin optimism orderbook outlook painting pancake partnership passport patent paypal pci perl php pip pizza plaid planet podcast poem poetry
polkadot polygon population portfolio powershell president price pricing printer privy pulumi puppet pypi python quickbooks quote rabbitmq rails ramp
rebate receipt recipe redis referral refund remix reseller restaurant revenue reward ripple roadmap royalty salary sales salesforce saml sanction sap
scala screening sentry sepa servicenow sharepoint shoe shopify shopping singer siri sla slack snowflake soap soc soc2 soccer song sourdough splunk
spotify sql squarespace sr25519 stake staking starknet stellar stock storybook stripe student subscription substrate supabase svelte swagger swap
symfony tax telegram temperature tenderly tennis terraform tezos theorem thirdweb tier tiktok tourism trademark translate travel trello trezor truffle
tvl twilio twitter uber uniswap unity unreal uptime vacancy vacation validator valuation vb vechain vercel vesting visa vue walletconnect wasm weather
web3auth webinar wechat wedding whatsapp whitepaper wikipedia wine withdraw wix wolfram wordpress workday xamarin xero xmr xrp yield yoga youtube
zapier zcash zend zendesk zig zksync zoom
`

const elsewhere = new Set(
  WORDS.split(/\s+/)
    .filter(Boolean)
    .map((word) => normalize(word)),
)

export const isFromElsewhere = (term: string): boolean => elsewhere.has(term)
