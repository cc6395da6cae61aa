/** Who listens on a port of this machine. */
import { createServer } from 'node:net'

/** Binds and lets go; when that fails, asks whoever is there. */
export async function findPortUser(port: number): Promise<'nobody' | 'keywright' | 'another'> {
  if (await isFree(port)) return 'nobody'
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1_000) })
    const { development, status } = (await response.json()) as { development?: boolean; status?: string }
    return development === true || status === 'up' ? 'keywright' : 'another'
  } catch {
    return 'another'
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
