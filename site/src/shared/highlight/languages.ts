/** Highlighted languages. Plain `text` has no rules. */

/** Kind of a token, which determines its class. */
export type TokenKind = 'comment' | 'string' | 'keyword' | 'constant' | 'function' | 'punctuation' | 'plain'

export interface Language {
  /** Names for fences. */
  readonly names: readonly string[]
  /** Display name. */
  readonly label: string
  /** Tried in order at each position. Other code stays plain. */
  readonly rules: readonly (readonly [TokenKind, RegExp])[]
}

const words = (list: string) => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`)

const DOUBLE_QUOTED = /"(?:[^"\\]|\\[\s\S])*"/
const SINGLE_QUOTED = /'(?:[^'\\\n]|\\.)*'/
const SLASH_COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//
const NUMBER = /\b(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)n?\b/
const CALLED = /\b[A-Za-z_$][\w$]*!?(?=\()/
const WORD = /[A-Za-z_$][\w$]*/
const PUNCTUATION = /[{}[\]().,;:]+/

/** Rules for languages with braces. Punctuation stays plain, because marking it would double the HTML. */
const braces = (keywords: string, constants: string, ...own: Language['rules']): Language['rules'] => [
  ['comment', SLASH_COMMENT],
  ['string', DOUBLE_QUOTED],
  ...own,
  ['keyword', words(keywords)],
  ['constant', words(constants)],
  ['constant', NUMBER],
  ['function', CALLED],
  ['plain', WORD],
]

const script = braces(
  'abstract as async await break case catch class const continue declare default delete do else enum export extends finally for from function if implements import in instanceof interface keyof let new of private protected public readonly return satisfies static switch throw try type typeof var void while yield',
  'false Infinity NaN null super this true undefined',
  ['string', SINGLE_QUOTED],
  // Members can have the name of a keyword.
  ['function', /(?<=\.)[A-Za-z_$][\w$]*(?=\()/],
  ['plain', /(?<=\.)[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*(?=\??:)/],
  // Expressions in it can contain braces and nested templates.
  ['string', /`(?:[^`\\$]|\\[\s\S]|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`/],
  ['string', /(?<=(?:[=(,:[!&|?]|return)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/],
)

export const languages: readonly Language[] = [
  {
    names: ['json'],
    label: 'JSON',
    rules: [
      ['keyword', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/],
      ['string', /"(?:[^"\\\n]|\\.)*"/],
      ['constant', /\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/],
      ['punctuation', PUNCTUATION],
    ],
  },
  {
    names: ['sh', 'bash'],
    label: 'Shell',
    rules: [
      ['comment', /(?<=^|\s)#.*/],
      ['string', /'[^']*'/],
      ['string', DOUBLE_QUOTED],
      ['constant', /\$(?:\{[^}]*\}|\w+|[@*#?!$-])/],
      [
        'keyword',
        /(?<=^\s*|[;|&(]\s*)(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|export)(?=\s|;|$)/,
      ],
      ['keyword', /<<\w+|^\s*END$/],
      ['plain', /[A-Za-z_]\w*(?==)/],
      [
        'function',
        /(?<=^[ ]*|[|;&(][ ]*|\b(?:do|then|until|while|if|else)[ ]+|^[ ]*(?:\w+=[^\s(]*[ ]+)+)[\w./@][\w./@-]*/,
      ],
      ['keyword', /\|\|?|&&?|;+|\d?>+(?:&\d)?|<+/],
      ['plain', /[^\s'"$|&;<>()]+/],
    ],
  },
  { names: ['ts', 'tsx'], label: 'TypeScript', rules: script },
  { names: ['js'], label: 'JavaScript', rules: script },
  {
    names: ['go'],
    label: 'Go',
    rules: braces(
      'break case chan const continue default defer else fallthrough for func go if import interface map package range return select struct switch type var',
      'true false nil iota',
      ['string', /`[^`]*`/],
    ),
  },
  {
    names: ['rust'],
    label: 'Rust',
    rules: braces(
      'as async await break const continue crate dyn else enum fn for if impl in let loop match mod move mut pub ref return self static struct trait type unsafe use where while',
      'true false None Some Ok Err',
      ['string', /'(?:[^'\\\n]|\\.)'/],
    ),
  },
  {
    names: ['python'],
    label: 'Python',
    rules: [
      ['comment', /#.*/],
      ['string', /"""[\s\S]*?"""/],
      ['string', DOUBLE_QUOTED],
      ['string', SINGLE_QUOTED],
      [
        'keyword',
        words(
          'and as assert async await break class continue def del elif else except finally for from global if import in is lambda not or pass raise return try while with yield',
        ),
      ],
      ['constant', words('True False None')],
      ['constant', NUMBER],
      ['function', CALLED],
      ['plain', WORD],
    ],
  },
  {
    names: ['yaml'],
    label: 'YAML',
    rules: [
      ['comment', /(?<=^|\s)#.*/],
      ['keyword', /[\w./-]+(?=:(?:\s|$))/],
      ['string', DOUBLE_QUOTED],
      ['string', SINGLE_QUOTED],
      ['constant', /(?<=[:-] )(?:true|false|null|-?\d[\d.]*)(?=\s*$)/],
      ['plain', /[\w./-]+/],
      ['punctuation', /[:,[\]{}-]/],
    ],
  },
  {
    names: ['policy'],
    label: 'Policy',
    rules: [
      ['string', SINGLE_QUOTED],
      ['string', DOUBLE_QUOTED],
      ['constant', /\b(?:true|false)\b/],
      ['constant', NUMBER],
      ['keyword', /&&|\|\||=>|[=!<>]=|[<>!+*/-]|\b(?:in|not)\b/],
      ['function', CALLED],
      ['plain', WORD],
      ['punctuation', PUNCTUATION],
    ],
  },
]
