/** Types for the parts of nspell that the spelling test uses. */
declare module 'nspell' {
  interface Spell {
    correct(word: string): boolean
    add(word: string): Spell
    suggest(word: string): string[]
  }
  export default function nspell(dictionary: { readonly aff: Uint8Array; readonly dic: Uint8Array }): Spell
}
