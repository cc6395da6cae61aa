/** Faults of a cluster under load. */
import { setTimeout } from 'node:timers/promises'
import type { Killable } from '../killable.ts'
import { canMount } from '../smallVolume.ts'
import { type Cluster, until } from './cluster.ts'

export interface Fault {
  readonly name: string
  /** Whether this machine can cause it. Default: every one can. */
  readonly isPossible?: boolean
  cause(cluster: Cluster, servers: Servers): Promise<void>
  /** Repairs what does not recover by itself, after the servers answer again. */
  repair?(cluster: Cluster): Promise<void>
}

export interface Servers {
  readonly all: readonly Killable[]
  restart(): Promise<void>
}

const SYNCHRONOUS = { synchronous_mode: true, synchronous_mode_strict: false }

/** Starts every node that was killed or stopped. */
async function startAll(cluster: Cluster): Promise<void> {
  const { standby } = await cluster.roles()
  await standby.stop()
  standby.start()
  await cluster.untilHealthy()
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of a server process',
    cause: async (_, { all: [server] }) => server!.kill(),
  },
  {
    name: 'kill -9 of the primary and its Patroni',
    async cause(cluster) {
      const { primary } = await cluster.roles()
      await primary.stop()
    },
    repair: startAll,
  },
  {
    name: 'switchover',
    async cause(cluster) {
      const { primary, standby } = await cluster.roles()
      const body = JSON.stringify({ leader: primary.name, candidate: standby.name })
      // Patroni rejects it until the standby is a synchronous one.
      await until('a switchover', async () => {
        const { ok } = await fetch(`${primary.api}/switchover`, { method: 'POST', body })
        return ok
      })
    },
    repair: (cluster) => cluster.untilHealthy(),
  },
  { name: 'restart of HAProxy', cause: (cluster) => cluster.restartProxy() },
  { name: 'restart of PgBouncer', cause: (cluster) => cluster.restartPooler() },
  {
    name: 'black hole at the proxy for 30 s',
    async cause(cluster) {
      cluster.signalProxy('SIGSTOP')
      await setTimeout(30_000)
      cluster.signalProxy('SIGCONT')
    },
  },
  {
    name: 'all servers restarted during a failover',
    async cause(cluster, servers) {
      const { primary } = await cluster.roles()
      await primary.stop()
      await setTimeout(3_000)
      await servers.restart()
    },
    repair: startAll,
  },
  {
    name: "the standby's disk full for 20 s",
    isPossible: canMount,
    async cause(cluster) {
      const { standby } = await cluster.roles()
      standby.volume!.fill()
      await setTimeout(20_000)
      standby.volume!.free()
    },
    repair: startAll,
  },
  {
    name: 'primary paused for 30 s',
    async cause(cluster) {
      const { primary } = await cluster.roles()
      primary.signal('SIGSTOP')
      await setTimeout(30_000)
      primary.signal('SIGCONT')
    },
    repair: startAll,
  },
  {
    name: 'no standby for 20 s, synchronous_mode_strict',
    async cause(cluster) {
      await cluster.configure({ ...SYNCHRONOUS, synchronous_mode_strict: true })
      const { standby } = await cluster.roles()
      await standby.stop()
      await setTimeout(20_000)
      standby.start()
    },
    async repair(cluster) {
      await cluster.configure(SYNCHRONOUS)
      await cluster.untilHealthy()
    },
  },
  {
    name: 'primary lost while an asynchronous standby lags',
    async cause(cluster) {
      await cluster.configure({ synchronous_mode: false })
      await setTimeout(12_000)
      const { primary, standby } = await cluster.roles()
      standby.signalReceiver('SIGSTOP')
      await setTimeout(2_000)
      await primary.stop()
      // It ends without reading what its socket still holds.
      standby.signalReceiver('SIGTERM')
      standby.signalReceiver('SIGCONT')
    },
    async repair(cluster) {
      await startAll(cluster)
      await cluster.configure(SYNCHRONOUS)
      await cluster.untilHealthy()
    },
  },
]
