import { describe, expect, it } from 'vitest'
import { clientLines, shownLines, shownSource } from './shownSource.ts'

const source =
  '/**\n * Title\n */\n// #region one\nstart();\n// #endregion\n\n// #region two\nif (a) {\n  b();\n}\n// #endregion\n'

describe('shownSource', () => {
  it('removes the head comment and region markers', () => {
    expect(shownSource(source)).toBe('start();\n\nif (a) {\n  b();\n}')
  })
  it('keeps other comments', () => {
    expect(shownSource('// why\n/** what */\na();\n')).toBe('// why\n/** what */\na();')
  })
  it('extracts lines and removes their indentation', () => {
    expect(shownLines(source, { from: 10, to: 10 })).toBe('b();')
    expect(shownLines(source, { from: 9, to: 11 })).toBe('if (a) {\n  b();\n}')
  })
})

describe('clientLines', () => {
  const client =
    '// #region client\nimport a;\nimport b;\nimport c;\nconst client = new KeywrightClient(\n  d,\n);\n// #endregion\n'
  it('counts the lines that create the client, with the blank line after them', () => {
    expect(
      clientLines(`/**\n * Title\n */\n${client}\n// #region call\ncall();\n// #endregion\n`, [{ to: 10 }]),
    ).toBe(7)
    expect(clientLines(`${client}call();\n`, [{ to: 7 }])).toBe(6)
  })
  it('is 0 if the lines are few', () => {
    expect(clientLines('// #region client\nnew KeywrightServer();\n// #endregion\n', [{ to: 2 }])).toBe(0)
  })
  it('is 0 if the first region creates no client', () => {
    expect(clientLines(source, [{ to: 5 }])).toBe(0)
    expect(clientLines(source, [])).toBe(0)
  })
})
