import { describe, expect, it } from 'vitest'
import { createMask } from './maskValues.ts'
import { readTranscript } from './readTranscript.ts'

const page = `
\`\`\`sh transcript background
npx keywright dev
\`\`\`

1. A step

    \`\`\`sh transcript
    npx keywright whoami
    \`\`\`

    \`\`\`text output title="You see"
    user  Ada
      key
    \`\`\`

\`\`\`sh
npx keywright --help
\`\`\`
`

describe('readTranscript', () => {
  it('finds commands and their output, also within lists', () => {
    expect(
      readTranscript(page).map(({ commands, output, isBackground }) => [commands, output, isBackground]),
    ).toEqual([
      ['npx keywright dev', undefined, true],
      ['npx keywright whoami', 'user  Ada\n  key', false],
    ])
  })

  it('includes the commands of the sample server where it stands', () => {
    const steps = readTranscript('<SampleServer />\n\n```sh transcript\nnpx keywright backup a\n```')
    expect(steps.map(({ commands }) => /keywright (?!generate)\w+/.exec(commands)![0])).toEqual([
      'keywright init',
      'keywright serve',
      'keywright wallets',
      'keywright backup',
    ])
    expect(steps.map(({ isBackground }) => isBackground)).toEqual([false, true, false, false])
  })

  it('rejects output without a command', () => {
    expect(() => readTranscript('```text output\nx\n```')).toThrow(
      'line 1: output without commands before it',
    )
  })
})

describe('createMask', () => {
  const [a, b] = ['3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10', '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21']
  it('numbers values consistently', () => {
    const mask = createMask()
    expect(mask(`${a} ${b} ${a}`)).toBe('<id 1> <id 2> <id 1>')
    expect(mask(`${b}`)).toBe('<id 2>')
  })

  it('keeps words unchanged', () => {
    expect(createMask()('status COMPLETED, 15 minutes')).toBe('status COMPLETED, 15 minutes')
  })
})
