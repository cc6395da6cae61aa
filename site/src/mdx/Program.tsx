/** A part of the program of a client library in another language, which `clients/clients.nightly.test.ts` runs. */
import { readFileSync } from 'node:fs'
import { CodeBlock } from './elements.tsx'

const programs = {
  Go: { lang: 'go', file: 'go/examples/tour/main.go' },
  Rust: { lang: 'rust', file: 'rust/examples/tour.rs' },
  Ruby: { lang: 'text', file: 'ruby/examples/tour.rb' },
} as const

type Language = keyof typeof programs

export const programLanguages = Object.keys(programs)

/** The parts between `#region` and `#endregion`, without the indentation of these two lines. */
export function programRegions(language: string | undefined): ReadonlyMap<string, string> {
  if (language === undefined || !Object.hasOwn(programs, language)) return new Map()
  const { file } = programs[language as Language]
  const source = readFileSync(new URL(`../../../clients/${file}`, import.meta.url), 'utf8')
  return new Map(
    [...source.matchAll(/^([ \t]*)\S+ #region (\w+)\n(.*?)^\1\S+ #endregion$/gms)].map(
      ([, indent = '', name, code]) => [
        name!,
        code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
      ],
    ),
  )
}

export function Program({ of, region }: { readonly of: Language; readonly region: string }) {
  const { lang } = programs[of]
  return <CodeBlock lang={lang} title={of} label={of} code={programRegions(of).get(region)!} />
}
