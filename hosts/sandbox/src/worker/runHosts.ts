/**
 * In-memory hosts, one per run. Each has its own clock, organizations, inbox, faults and logs, so a run can't affect
 * another run or the stored sandbox.
 */
import type { DevEvent } from '@keywright/devhost'
import type { SandboxHost } from './memory.ts'

export interface RunHosts {
  begin(run: number): void
  /** @throws Error if the run has ended */
  hostOf(run: number): Promise<SandboxHost>
  end(run: number): void
  close(): void
}

export function createRunHosts(
  openHost: () => Promise<SandboxHost>,
  onEvent: (run: number, event: DevEvent) => void,
): RunHosts {
  const hosts = new Map<number, Promise<SandboxHost>>()

  async function open(run: number): Promise<SandboxHost> {
    const host = await openHost()
    host.devhost.events.listen((event) => onEvent(run, event))
    return host
  }

  function end(run: number): void {
    const ended = hosts.get(run)
    hosts.delete(run)
    ended?.then((host) => host.close()).catch(() => undefined)
  }

  return {
    begin(run) {
      const opening = open(run)
      // The first request of the run rejects with the reason.
      opening.catch(() => undefined)
      hosts.set(run, opening)
    },
    async hostOf(run) {
      const host = hosts.get(run)
      if (!host) throw new Error('This run has ended. Run the example again.')
      return host
    },
    end,
    close() {
      for (const run of [...hosts.keys()]) end(run)
    },
  }
}
