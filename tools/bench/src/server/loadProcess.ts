/** The load: stamps distinct requests first, then sends them over keep-alive connections as fast as responses arrive. */
import { Pool } from 'undici'
import { answerQuestions } from './child.ts'
import type { Burst, LoadQuestion } from './load.ts'
import { openStamper, type Prepared, post } from './stamper.ts'

let prepared: readonly Prepared[] = []

answerQuestions<LoadQuestion, Burst | undefined>(async (question) => {
  if (question.ask === 'send') return send(question.urls, question.atOnce, question.count ?? prepared.length)
  const { apiKey, targets, count } = question
  const prepare = openStamper(apiKey)
  prepared = Array.from({ length: count }, (_, n) => prepare(targets[n % targets.length]!))
  return undefined
})

/** Sends the prepared requests, repeatedly if needed, to each address in turn, with `atOnce` under way. */
async function send(urls: readonly string[], atOnce: number, count: number): Promise<Burst> {
  const pools = urls.map(
    (url) => new Pool(url, { connections: Math.ceil(atOnce / urls.length), pipelining: 1 }),
  )
  const latencies: number[] = []
  let next = 0
  let refusals = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const started = performance.now()
      refusals += await post(pools[n % pools.length]!, prepared[n % prepared.length]!)
      latencies.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - started) / 1_000
  await Promise.all(pools.map((pool) => pool.close()))
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!
  return { perSecond: count / seconds, p50: quantile(0.5), p99: quantile(0.99), refusals }
}
