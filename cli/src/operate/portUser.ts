/** Finds out what uses a port of this machine. */
import { createServer } from 'node:net'

/** Tries to bind the port; if that fails, requests the health of the server there. */
export async function findPortUser(port: number): Promise<'none' | 'keywright' | 'another'> {
  if (await isFree(port)) return 'none'
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
