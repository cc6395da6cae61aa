import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightLines } from './highlight.ts'
import { languages } from './languages.ts'

const none = new Set<number>()

describe('highlighting', () => {
  it('uses classes and no inline styles', () => {
    const html = highlightLines('{"a": true}', 'json', none)
    expect(html).toContain('<span class="tok-constant">true</span>')
    expect(html).not.toContain('style')
  })

  it('highlights the policy language', () => {
    const html = highlightLines("activity.resource == 'WALLET' && approvers.any(user, true)", 'policy', none)
    expect(html).toContain('<span class="tok-keyword">==</span>')
    expect(html).toContain(`<span class="tok-string">'WALLET'</span>`)
    expect(html).toContain('<span class="tok-function">any</span>')
    expect(html).toContain('<span class="tok-constant">true</span>')
  })

  it('keeps the clauses of a policy together, but not a string with an operator', () => {
    const clauses = highlightLines("a.b == 'x && y' && a.c == 1", 'policy', none).match(/class="unit"/g)
    expect(clauses).toHaveLength(2)
  })

  it('keeps flags and names of a command together', () => {
    const html = highlightLines('npx --yes tsx first-signature.mts -a 1-2', 'sh', none)
    const units = [...html.matchAll(/<span class="unit">([^<]*)/g)].map(([, text]) => text)
    expect(units).toEqual(['--yes', 'first-signature.mts', '-a'])
  })

  it.each([
    [
      'ts',
      `client.delete(\`a \${b ? \`c\` : {}.d}\`) / 2 // e`,
      ['function delete', `string \`a \${b ? \`c\` : {}.d}\``, 'constant 2', 'comment // e'],
    ],
    ['ts', 'const type = /[/"]/g', ['keyword const', 'keyword type', 'string /[/"]/g']],
    ['ts', '({ type: new Client() })', ['keyword new', 'function Client']],
    [
      'sh',
      'A=1 npx keywright get $KEY_1 --all | tee a.txt # b',
      ['function npx', 'constant $KEY_1', 'keyword |', 'function tee', 'comment # b'],
    ],
    ['sh', 'ID=$(head -1 "a b")', ['function head', 'string "a b"']],
    ['json', '{"a": ["b", -1.5e3]}', ['keyword "a"', 'string "b"', 'constant -1.5e3']],
    [
      'go',
      'return fmt.Sprintf("%d", 1)',
      ['keyword return', 'function Sprintf', 'string "%d"', 'constant 1'],
    ],
    ['rust', "let c = 'x'; // d", ['keyword let', "string 'x'", 'comment // d']],
    ['python', 'def stamp(body: bytes): # "a"', ['keyword def', 'function stamp', 'comment # "a"']],
    ['yaml', 'on: [push] # always', ['keyword on', 'comment # always']],
  ])('tokenizes %s: %s', (lang, code, expected) => {
    const html = highlightLines(code, lang, none)
    const parts = [...html.matchAll(/<span class="tok-(\w+)">([^<]*)/g)].map(
      ([, kind, text]) => `${kind} ${text}`,
    )
    expect(parts.filter((part) => !part.startsWith('punctuation'))).toEqual(expected)
  })

  it.each(languages.map(({ names }) => names[0]!))('preserves text and lines of %s', (lang) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1 \n"\'`/*#$\\{}[](),;:=|&.-') }), (code) => {
        const lines = [
          ...highlightLines(code, lang, none).matchAll(
            /<span class="line">((?:.|\n)*?)(?=<span class="line">|$)/g,
          ),
        ]
        const text = lines.map(([, line]) => line!.replace(/<[^>]*>/g, '')).join('')
        expect(text.replaceAll('&amp;', '&')).toBe(code)
        expect(lines.length).toBe(code.split('\n').length)
      }),
    )
  })

  it('marks lines and escapes markup', () => {
    const html = highlightLines('a <b>\n"c" & d', 'text', new Set([2]))
    expect(html).toBe(
      '<span class="line">a &lt;b>\n</span><span class="line" data-mark="">"c" &amp; d</span>',
    )
  })
})
