/** `hosts/deploy/systemd/keywright.service`: checked by systemd itself, without starting it. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const text = readFileSync(
  new URL('../../../../hosts/deploy/systemd/keywright.service', import.meta.url),
  'utf8',
)

describe.runIf(hasSystemd)('hosts/deploy/systemd/keywright.service', () => {
  const folder = temporaryFolder('unit')
  const unit = join(folder, 'keywright.service')
  const program = join(folder, 'keywright')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const analyze = (contents: string, ...words: string[]) => {
    writeFileSync(unit, contents.replace('/usr/local/bin/keywright', program))
    return spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' })
  }

  it('passes systemd-analyze verify', () => {
    expect(analyze(text, 'verify')).toMatchObject({ status: 0, stderr: '' })
    expect(analyze(text.replace('Restart=', 'Restrat='), 'verify').stderr).toMatch(/Restrat/)
  })

  it('exposes less than 2 of 10 by systemd-analyze security', () => {
    expect(analyze(text, 'security', '--offline=true', '--threshold=20').status).toBe(0)
    expect(
      analyze(text.replace('ProtectSystem=strict', ''), 'security', '--offline=true', '--threshold=10')
        .status,
    ).not.toBe(0)
  })
})
