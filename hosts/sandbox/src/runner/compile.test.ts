import { describe, expect, it } from 'vitest'
import { compile, inSource } from './compile.ts'
import { MAIN_START } from './positions.ts'

describe('compile', () => {
  it('parses JSX if React is imported', () => {
    const imported = ['import { StrictMode } from', '"react";'].join(' ')
    const compiled = compile(`${imported}\nconst page = <StrictMode>hi</StrictMode>;`)
    expect(compiled).toMatch(/require\(["']react\/jsx-runtime["']\)/)
    expect(compiled.split('\n')).toHaveLength(2)
  })

  it('parses type assertions if React is not imported', () => {
    expect(compile('const one = <T>(value: T) => value\nconst two = <number>one(2)')).toMatch(
      /value\) => value/,
    )
  })

  it.each([
    ['throw no()', 7],
    ['const a: Record<string, number> = {}; no(a)', 39],
    ['import { readFile } from "fs"; no()', 32],
    ['const a = 1\nconst b: string | undefined = no()', 31],
  ])('finds the position in the source of `%s`', (source, column) => {
    const compiled = MAIN_START + compile(source)
    const lines = compiled.slice(
      0,
      compiled.indexOf('no()') < 0 ? compiled.indexOf('no(a)') : compiled.indexOf('no()'),
    )
    const [line, before] = [lines.split('\n').length, lines.split('\n').at(-1)!.length]
    expect(inSource(source, `at example.ts:${line}:${before + 1}`)).toBe(`at example.ts:${line}:${column}`)
  })

  it('reports the position of a syntax error', () => {
    expect(() => compile('const a = 1\nconst = 2')).toThrow(expect.objectContaining({ line: 2 }))
  })
})
