/**
 * `npm run cluster [text]`: causes each fault (whose name contains the text) under load on a PostgreSQL cluster, and
 * prints what was lost. The rows replace those of the same faults in `hosts/server/README.md`. Fails if acknowledged
 * activities were lost without an incident, or if anything was doubled.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { replaceRows } from '../../../../../tools/scripts/lib/crashTables.mjs'
import { startCluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { missingPackages } from './programs.ts'
import { suffer } from './suffer.ts'

const README = new URL('../../../README.md', import.meta.url)
const missing = missingPackages()
if (missing.length > 0) {
  console.error(`npm run cluster needs these Debian packages: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const wanted = FAULTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
for (const { name } of wanted.filter(({ isPossible = true }) => !isPossible))
  console.warn(`NOT TESTED: ${name}. Mounting a tmpfs requires root on Linux`)
console.log('starting etcd, two PostgreSQL nodes under Patroni, HAProxy and PgBouncer …')
const cluster = await startCluster()
const rows: Awaited<ReturnType<typeof suffer>>[] = []
try {
  for (const fault of wanted.filter(({ isPossible = true }) => isPossible)) {
    console.log(`${fault.name} …`)
    const row = await suffer(cluster, fault)
    console.log(JSON.stringify(row))
    rows.push(row)
  }
} finally {
  await cluster.stop()
}
console.table(rows)
if (rows.length > 0) writeFileSync(README, replaceRows(readFileSync(README, 'utf8'), 'npm run cluster', rows))
const isBad = rows.some((row) => row['lost without incident'] + row.doubled + row.broken > 0)
process.exit(isBad ? 1 : 0)
