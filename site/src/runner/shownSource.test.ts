import { describe, expect, it } from 'vitest'
import { shownLines, shownSource } from './shownSource.ts'

const source =
  '/**\n * Title\n */\n// #region one\nstart();\n// #endregion\n\n// #region two\nif (a) {\n  b();\n}\n// #endregion\n'

describe('shownSource', () => {
  it('leaves the head comment and the marks of regions out', () => {
    expect(shownSource(source)).toBe('start();\n\nif (a) {\n  b();\n}')
  })
  it('keeps comments of the code', () => {
    expect(shownSource('// why\n/** what */\na();\n')).toBe('// why\n/** what */\na();')
  })
  it('cuts lines and moves them to the left edge', () => {
    expect(shownLines(source, { from: 10, to: 10 })).toBe('b();')
    expect(shownLines(source, { from: 9, to: 11 })).toBe('if (a) {\n  b();\n}')
  })
})
