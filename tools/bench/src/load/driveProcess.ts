/** A process that generates load: stamps a request, sends it, and continues after the response. */
import { Pool } from 'undici'
import { answerQuestions } from '../server/child.ts'
import { openStamper, post } from '../server/stamper.ts'
import type { Driven, DriveQuestion } from './drive.ts'

answerQuestions<DriveQuestion, Driven>(async ({ urls, targets, apiKey, atOnce, seconds }) => {
  const pools = urls.map(
    (url) => new Pool(url, { connections: Math.ceil(atOnce / urls.length), pipelining: 1 }),
  )
  const stamped = openStamper(apiKey)
  const answers: [at: number, milliseconds: number][] = []
  let sentAgain = 0
  let n = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const worker = async () => {
    while (performance.now() < end) {
      const turn = n++
      const request = stamped(targets[turn % targets.length]!)
      // Stamping is the client's work and not measured.
      const sent = performance.now()
      sentAgain += await post(pools[turn % pools.length]!, request)
      const answered = performance.now()
      answers.push([answered - begun, answered - sent])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await Promise.all(pools.map((pool) => pool.close()))
  return { answers, sentAgain }
})
