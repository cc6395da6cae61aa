/** A TextMate grammar of the policy language: enough to colour an expression. */
import type { LanguageRegistration } from 'shiki/core'

export const policyGrammar: LanguageRegistration = {
  name: 'policy',
  scopeName: 'source.policy',
  repository: {},
  patterns: [
    { name: 'string.quoted.single.policy', match: "'(?:[^'\\\\]|\\\\.)*'" },
    { name: 'string.quoted.double.policy', match: '"(?:[^"\\\\]|\\\\.)*"' },
    { name: 'constant.language.policy', match: '\\b(?:true|false)\\b' },
    { name: 'constant.numeric.policy', match: '\\b0x[0-9a-fA-F]+\\b|\\b\\d+\\b' },
    { name: 'keyword.operator.policy', match: '&&|\\|\\||==|!=|<=|>=|[<>!+*/-]|\\bin\\b|\\bnot\\b' },
    { name: 'entity.name.function.policy', match: '\\b[a-z_][a-zA-Z0-9_]*(?=\\s*\\()' },
    { name: 'variable.parameter.policy', match: '\\b[a-z_][a-zA-Z0-9_]*(?=\\s*[,=]>?\\s*[^=]*=>)' },
    { name: 'variable.other.property.policy', match: '(?<=\\.)[a-z_][a-zA-Z0-9_]*' },
    { name: 'variable.language.policy', match: '\\b[a-z_][a-zA-Z0-9_]*\\b' },
    { name: 'punctuation.policy', match: '[\\[\\](),.]' },
  ],
}
