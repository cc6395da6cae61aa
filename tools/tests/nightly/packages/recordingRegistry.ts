/** A proxy registry that records the requested packages. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@keywright/server/test'
import { root } from '../../../scripts/packages/workspaces.ts'

export interface RecordingRegistry {
  readonly url: string
  /** Names of requested packages, including tarballs, such as `@noble/curves`. */
  asked(): readonly string[]
  close(): void
}

/** @param upstream source registry */
export async function startRecordingRegistry(upstream: string): Promise<RecordingRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-registry-'))
  const log = join(folder, 'requests.log')
  const settings = {
    storage: join(folder, 'storage'),
    auth: {},
    uplinks: { upstream: { url: upstream } },
    packages: { '**': { access: '$all', proxy: 'upstream' } },
    log: { type: 'file', path: log, format: 'json', level: 'http' },
  }
  // YAML reads JSON.
  const config = join(folder, 'config.yaml')
  writeFileSync(config, JSON.stringify(settings))
  const port = await freePort()
  const program = join(root, 'tools/tests/nightly/node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/`
  await untilReady(`${url}-/ping`, () => child.exitCode === null)
  return {
    url,
    asked: () => (existsSync(log) ? namesIn(readFileSync(log, 'utf8')) : []),
    close() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Requests of clients; the registry logs those to its upstream too, under other fields. */
function namesIn(log: string): readonly string[] {
  const urls = log
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { request?: { url?: string } }).request?.url ?? '')
  const names = urls.map((url) => /^\/((?:@[^/]+\/)?[^/?-][^/?]*)/.exec(decodeURIComponent(url))?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

async function untilReady(url: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error('the registry ended before it answered')
}
