/** Removes everything from a question that doesn't describe its topic. */
import { isForeign } from './foreign.ts'

/** Words that occur in all kinds of questions, so they don't distinguish pages. */
const ASKING = new Set(
  `about actually annoying purpose vs versus pls plz thx saving specific certain using didnt doesnt isnt wasnt wont arent havent hasnt couldnt wouldnt shouldnt receive receives recieve after again all also always another any anybody anyone anything around away back because been before being both
  but cannot cant could did didn different does doesn doing don done each either else even ever every exactly example explain find
  first found get gets getting give gives given go goes going good got had happen happened happens has have having he hello help her here hey hi
  him his id if into isn just keep know let like ll look made make makes making many may maybe me mean meaning means meant difference differences different between long often many kind kinds sort consist consists called call's name's
  length lenght duration field fields support supports supported supporting might more most
  much must myself need needed needs new no nor not now off ok once one only or other ought our out over own particular per please possible put re
  really right same say see seem seems set shall she should show shows since so some somebody someone something still such sure take takes
  tell than thank thanks thing things through together too tried try trying under until up upon us use used user's using ve very via
  want wanted wants was wasn way ways we well were what's whats whether while who's whole whom whose will within without won word work
  work worked working works would wouldn wrong yes yet
  diffrence differnce betwen beetween wat wht shoud shuld woud coud wich waht hwo teh adn becuase realy wanna gonna gotta stuff`.split(
    /\s+/,
  ),
)

/** Words that matter if the question has no others: "how do I start". */
const KEPT_WHEN_ALONE = new Set(['back', 'example', 'new', 'set', 'wrong', 'right', 'try'])

/** Ids, hashes and times in a pasted message, which no page contains. */
const VALUES =
  /\b0x[0-9a-f]+\b|\b[0-9a-f]{12,}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{5,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d{9,}\b|https?:\/\/\S+|[\w.+-]+@[\w.-]+/gi
/** The language Go, not the verb: capitalized within a sentence. */
const GO = /(?<=\w )Go\b/g
/** "How long does it last" is not about the last item. */
const LASTING = /\b(how long\b.*?)\b(?:lasts?|good for|take)\b/gi
/** Phrasal verbs, which pages write as one word. */
const PHRASAL = /\b(back|log|sign)(?:s|ed|ing|ging|ged)? ((?:\w+ ){0,3}?)(up|in|out)\b/gi
const QUOTES = /["“”„'’]/g

/** Longer words are in no page, and longer texts are not questions. */
const LONGEST_WORD = 60
const MOST_WORDS = 60

/** The words that describe the topic of a question, as text. */
export function contentOf(question: string): string {
  const words = question
    .replace(VALUES, ' ')
    .replace(LASTING, '$1')
    .replace(GO, 'golang')
    .replace(PHRASAL, (phrase, verb: string, between: string, particle: string) =>
      verb.toLowerCase() === 'sign' && particle.toLowerCase() !== 'up'
        ? phrase
        : `${verb}${particle} ${between}`,
    )
    .split(/[\s,;!?()[\]{}<>]+/)
    .filter((word) => word !== '' && word.length <= LONGEST_WORD)
    .slice(0, MOST_WORDS)
  const plain = (word: string) =>
    word
      .toLowerCase()
      .replace(QUOTES, '')
      .replace(/[.:]+$/, '')
  const kept = words.filter((word) => !ASKING.has(plain(word)))
  return (kept.length > 0 ? kept : words.filter((word) => KEPT_WHEN_ALONE.has(plain(word)))).join(' ')
}

const ASKED =
  /\?\s*$|^\s*(?:what|wat|whats|how|why|when|where|which|who|can|could|do|does|did|is|are|should|will|may|must)\b/i
/** Minimum number of words of a question, as opposed to a search. */
const SENTENCE = 4

/** Whether a reader wants an answer, not only pages. */
export const isQuestion = (text: string): boolean =>
  ASKED.test(text) || text.trim().split(/\s+/).length >= SENTENCE || isForeign(text)

/** Whether the question asks for a number with its unit. */
export const asksForNumber = (question: string): boolean =>
  /\bhow (?:long|many|much|often|big|large)\b|\b(?:max|maximum|limits|expir|default|size|digits|lifetime|length)|\blimit\b(?! (?:the|a|an|what|who|which)\b)/i.test(
    question,
  )

/** Whether the question asks for a duration. */
export const asksForTime = (question: string): boolean =>
  /\bhow (?:long|often)\b|\b(?:expir\w*|lifetime|valid|length|lenght|ttl|timeout)\b/i.test(question)

/** Identifiers in code spelling: `create_wallet`, `walletName`, `API_KEY_EXPIRED`, `eth.tx.value`. */
export function identifiersIn(question: string): string[] {
  return [
    ...question
      .replace(VALUES, ' ')
      .matchAll(
        /\b[A-Za-z][\w]*(?:[._][A-Za-z][\w]*)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b|\b[A-Z]{5,}\b/g,
      ),
  ]
    .map(([match]) => match)
    .filter((match) => !/\.(?:com|org|io|example|js|ts|md|json)$/i.test(match))
}
