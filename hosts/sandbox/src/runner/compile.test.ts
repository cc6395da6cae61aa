import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'

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

  it('reports the position of a syntax error', () => {
    expect(() => compile('const a = 1\nconst = 2')).toThrow(expect.objectContaining({ line: 2 }))
  })
})
