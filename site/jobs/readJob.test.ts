import { describe, expect, it } from 'vitest'
import { matches, readJob, readJobs } from './readJob.ts'

const read = (text: string) =>
  readJob(text).steps.map(({ commands, output, isBackground }) => ({ commands, output, isBackground }))

describe('readJob', () => {
  it('takes whole blocks, single lines and files from the section that is open', () => {
    const [server, block, line, own, file] = read(`# A job
## /features/import-wallets#terminal
& npx keywright dev
Keywright is listening on http://127.0.0.1:8787
$ cat > wallet.json <<END
$ npx keywright wallets list --accounts
…
  ethereum
> echo own
own
## /concepts/users/credentials#rotate
file rotate-api-key.mts
`)
    expect(server).toEqual({
      commands: 'npx keywright dev',
      output: 'Keywright is listening on http://127.0.0.1:8787',
      isBackground: true,
    })
    expect(block!.commands).toMatch(/^cat > wallet\.json <<END\n\{[\s\S]*\nEND\nnpx keywright request/)
    expect(line).toMatchObject({ commands: 'npx keywright wallets list --accounts', output: '…\n  ethereum' })
    expect(own).toMatchObject({ commands: 'echo own', output: 'own' })
    expect(file!.commands).toMatch(/^cat > rotate-api-key\.mts <<'END_OF_FILE'\nimport \{/)
  })

  it.each([
    [
      '## /features/webhooks\n$ rm -rf everything',
      "/features/webhooks doesn't show the command: rm -rf everything",
    ],
    ['## /features/webhooks\nfile missing.ts', "/features/webhooks doesn't show the file missing.ts"],
    ['## /features/webhooks#gone\n$ true', 'no section /features/webhooks#gone'],
    ['$ true', 'line 2: no section is open'],
  ])('rejects %j', (lines, message) => {
    expect(() => read(`# A job\n${lines}`)).toThrow(message)
  })
})

it('every job takes only what its pages show', () => {
  expect(readJobs().length).toBeGreaterThan(0)
})

describe('matches', () => {
  it('accepts any lines for an ellipsis', () => {
    expect(matches('a\nb\nc', 'a\n…\nc')).toBe(true)
    expect(matches('a\nc', 'a\n…\nc')).toBe(true)
    expect(matches('', '…')).toBe(true)
    expect(matches('a', '…')).toBe(true)
  })

  it('rejects other, missing and additional lines', () => {
    expect(matches('a\nb', 'a')).toBe(false)
    expect(matches('', 'a')).toBe(false)
    expect(matches('a', '')).toBe(false)
    expect(matches('axb', 'a.b')).toBe(false)
  })
})
