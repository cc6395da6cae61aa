/** The languages that code blocks are coloured in. Plain `text` needs no grammar. */
import go from '@shikijs/langs/go'
import json from '@shikijs/langs/json'
import rust from '@shikijs/langs/rust'
import shell from '@shikijs/langs/shellscript'
import tsx from '@shikijs/langs/tsx'
import yaml from '@shikijs/langs/yaml'
import type { LanguageRegistration } from 'shiki/core'
import { policyGrammar } from './policyGrammar.ts'

interface Language {
  /** Names that a fence may use. */
  readonly names: readonly string[]
  /** How readers are told the language. */
  readonly label: string
  readonly grammar: readonly LanguageRegistration[]
  /** The grammar's own name. */
  readonly shiki: string
}

export const languages: readonly Language[] = [
  { names: ['json'], label: 'JSON', grammar: json, shiki: 'json' },
  { names: ['sh', 'bash'], label: 'Shell', grammar: shell, shiki: 'shellscript' },
  { names: ['ts', 'tsx'], label: 'TypeScript', grammar: tsx, shiki: 'tsx' },
  { names: ['js'], label: 'JavaScript', grammar: [], shiki: 'tsx' },
  { names: ['go'], label: 'Go', grammar: go, shiki: 'go' },
  { names: ['rust'], label: 'Rust', grammar: rust, shiki: 'rust' },
  { names: ['yaml'], label: 'YAML', grammar: yaml, shiki: 'yaml' },
  { names: ['policy'], label: 'Policy', grammar: [policyGrammar], shiki: 'policy' },
]
