/** Rules that turn English words into search terms. */

/**
 * Words that occur in questions about anything. A test keeps the site's own vocabulary out: languages, calls, policy
 * names and titles.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about actually after again all also am an and any anybody anyone anything are aren as at be because been before
  being both but by can cannot could couldn did didn do does doesn doing don done each either else ever every everyone exactly for
  from get gets getting give gives given gonna got had hadn happen happened happens has hasn have haven having he hello her here hey hi him his
  how i if in into is isn it its itself just keep know let like ll look made make makes making many may maybe me mean means meant might
  mine more most much must my myself need needed needs no nobody nor not now of off often oh ok on onto or other our ours out over own per
  please possible put re really same say see seem seems shall she should shouldn so some somebody someone something
  still such sure take takes tell than thank thanks that the their them then there these they thing things this those
  through to together too tried try trying until up us use used using ve very via want wanted wants was wasn we well were weren
  what whats when where whether which while who whom whose why will with within would wouldn yes yet you your
  yours cant didnt doesnt dont im isnt ive wont`
    .split(/\s+/)
    .map(stem),
)

/** Words that readers use for each other. The first ones are abbreviations and other names of one thing. */
const SAME_MEANING = `
  go golang / js javascript node nodejs / ts typescript / rb ruby / k8s kubernetes / postgres postgresql pg psql /
  suborg suborganization / org organization / auth authentication authenticate signin / signup onboard register
  enroll / id identifier / pk privatekey / pubkey publickey / mnemonic seedphrase phrase seed / tx txn transaction
  / addr address / msg message / btc bitcoin / eth ethereum evm / sol solana / pwd password / config configuration
  settings / env environment / 2fa approval / multisig approval quorum / whitelist allowlist / max maximum limit
  most highest / min minimum least smallest / ttl lifetime expiry expire / delete remove erase / erase erasure
  gdpr / reject refuse veto decline / deny forbid prevent block / customer user / criminal attacker thief hacker /
  laptop computer device phone machine / colleague employee teammate staff / payment transfer payout withdrawal /
  coin fund money asset / recipient destination receiver / rehearse drill practice exercise / hole vulnerability
  exploit / rpo rto recovery / reboot restart crash / upgrade update / cron schedule / tls https ssl certificate
  cert / fingerprint biometric faceid / prompt dialog popup / tamper manipulate forge / rate throttle / opensource
  license licence / store save persist / safe secure security / fast slow performance throughput latency / monitor
  metric observe / ci pipeline github / docker container / google apple social oidc oauth / callback webhook
  notification / double duplicate / db database / create add new generate / change update edit modify / fail fails
  failed error broken / lost lose missing gone / stolen steal leaked compromised hacked theft / otp code / email
  mail / sms text / backend server / frontend browser page / docs documentation / repo repository / vs versus
  difference compare / free cost price pricing / prod production`

const synonyms = new Map<string, readonly string[]>()
for (const group of SAME_MEANING.split('/')) {
  const words = group.trim().split(/\s+/).map(stem)
  for (const word of words)
    synonyms.set(word, [...(synonyms.get(word) ?? []), ...words.filter((other) => other !== word)])
}
/** Terms with the same meaning, none for most. */
export const synonymsOf = (term: string): readonly string[] => synonyms.get(term) ?? []

/**
 * Plurals and their singulars are one term.
 * @param term lower case, without accents
 */
export function stem(term: string): string {
  if (term.endsWith('isation')) return `${term.slice(0, -7)}ization`
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`
  // `addresses`, `hashes`, `prefixes`, `batches`; `caches` and `uses` lose one letter only.
  if (/.(?:ss|sh|x|zz|[nrt]ch)es$/.test(term)) return term.slice(0, -2)
  if (term.length > 3 && term.endsWith('s') && !/(ss|us|is|os)$/.test(term)) return term.slice(0, -1)
  return term
}
