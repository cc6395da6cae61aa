/**
 * A fresh process that starts one Keywright for a test, and says how many milliseconds that took: wall and processor,
 * importing the package apart. Plain JavaScript: where the package is installed, nothing else is.
 */
const measured = async (task) => {
  const cpu = process.cpuUsage()
  const from = performance.now()
  const result = await task()
  const milliseconds = performance.now() - from
  const { user, system } = process.cpuUsage(cpu)
  return { result, time: { milliseconds, processor: (user + system) / 1_000 } }
}

const imported = await measured(() => import('keywright/testing'))
const started = await measured(() => imported.result.startKeywright())
const called = await measured(() => started.result.client.whoami())
console.log(JSON.stringify({ imported: imported.time, started: started.time, called: called.time }))
await started.result.close()
