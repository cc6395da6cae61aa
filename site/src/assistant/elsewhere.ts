/**
 * Words of other trades, and of what a company is asked for. A question that has one, and a place that does not, are rarely
 * about the same thing; one that a page does say counts for nothing. What such a word weighs is learned.
 */
import { normalize } from '@keywright/search'

const WORDS = `
accountant airdrop aml animal apy arbitrage atm attorney award baby baking basketball bike billing bonus booth borrow
bread bridge bridging cake career cashback casino cat celebrity ceo chargeback checkout chef chess
coffee collateral collectible comedy competitor conference cook cooking cost coupon cto cup
dance dashboard dating debit defi dex diet dinner discount dog election equation escrow essay exam fashion
fiat fish fitness flight football forum fruit funding fundraising gallery garden gdpr gift grammar graphql grpc
guitar gym hackathon haircut headquarter hipaa hire hiring homework horoscope hotel hotline ico insurance internship
investigation invoice iso job joke jurisdiction kitchen kyc law lawyer ldap legal legislation lend lending leverage
liability license liquidity loan logo lottery loyalty lyrics marketing math medicine meetup meme memecoin messenger
mint minting mortgage movie msb museum music newsletter nft novel office offramp onramp orderbook painting pancake
partnership passport patent pci pizza planet podcast poem poetry population portfolio president price pricing printer
quote ramp rebate receipt recipe referral refund remix reseller restaurant revenue reward roadmap royalty salary sales
saml sanction screening shoe shopping singer sla soc2 soccer song stake staking stock student subscription swap tax
temperature tennis tier tourism trademark translate travel tvl uptime vacancy vacation validator valuation vesting
weather webinar wedding whitepaper wine yield yoga
`

const elsewhere = new Set(
  WORDS.split(/\s+/)
    .filter(Boolean)
    .map((word) => normalize(word)),
)

export const isFromElsewhere = (term: string): boolean => elsewhere.has(term)
