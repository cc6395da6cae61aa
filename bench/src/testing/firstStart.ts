/** A fresh process that starts one Keywright for a test, and says how many milliseconds that took: wall and processor. */
import { startKeywright } from '@keywright/testing'

const cpu = process.cpuUsage()
const from = performance.now()
const kw = await startKeywright()
const milliseconds = performance.now() - from
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ milliseconds, processor: (user + system) / 1_000 }))
await kw.close()
