import { writeFileSync } from 'node:fs'
import { startPostgres } from '/work/wt/hosts/hosts/server/test/support/postgres.ts'
const p = await startPostgres({ isOwn: true })
writeFileSync('/tmp/kwh/pgurl', await p.createDatabase())
process.on('SIGUSR2', () => void p.outage!.stop().then(() => console.log('stopped')))
process.on('SIGHUP', () => void p.outage!.end().then(() => console.log('started')))
process.on('SIGTERM', () => void p.stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
