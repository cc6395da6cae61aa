import { execFileSync } from 'node:child_process'
import { platform } from 'node:os'
import { expect, it } from 'vitest'
import { openFilesIn } from './warnAtStart.ts'

it.runIf(platform() === 'linux')('knows how many files a process may open', () => {
  const limitsUnder = (limit: string) =>
    execFileSync('sh', ['-c', `ulimit -n ${limit} && cat /proc/self/limits`], { encoding: 'utf8' })
  expect(openFilesIn(limitsUnder('256'))).toBe(256)
  expect(openFilesIn(limitsUnder('300'))).toBe(300)
})

it('knows nothing where the system does not tell', () => {
  expect(openFilesIn('')).toBeUndefined()
  expect(
    openFilesIn('Max open files            unlimited            unlimited            files'),
  ).toBeUndefined()
})
