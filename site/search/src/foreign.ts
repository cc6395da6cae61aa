/** Questions in another language than the documentation. */

const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  de: 'bedeuten bedeutet erstelle erstellen funktioniert funktionieren aber auf aus bei dem den der das die ein eine einen einer es für gibt haben hat ich ihr ist kann können man mein meine meinen mit nach nicht oder sind über und von was welche wenn wer werden wie wieso wird wo warum zu zum zur',
  es: 'al cómo como con cuál cuáles cuándo cuánto de del dónde el en es está están hay la las lo los mi mis no para pero por porque puedo puede que qué quién se si son su tiene un una y',
  fr: 'au aux avec ce cette ces combien comment dans de des du elle en est et je la le les leur ma mais mes mon ne ou où par pas peut peux pour pourquoi puis quand que quel quelle quelles quels qui quoi sa ses son sont sur un une vous',
}
/** Words that English has as well, or that are short, prove nothing alone. */
const SHARED = new Set(
  'a an as de die do en es hat in is it la las me no on se si son su to was y you'.split(' '),
)

const foreign = new Set(Object.values(FUNCTION_WORDS).flatMap((words) => words.split(' ')))

/** Whether a text has Chinese characters, or as many function words of German, Spanish or French as a sentence needs. */
export function isForeign(text: string): boolean {
  if (/\p{Script=Han}/u.test(text)) return true
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const found = words.filter((word) => foreign.has(word))
  return (
    found.some((word) => !SHARED.has(word)) &&
    found.length >= 2 &&
    found.length / words.length >= SHARE_OF_SENTENCE
  )
}
const SHARE_OF_SENTENCE = 0.3
