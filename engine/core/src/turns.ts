/** Runs the tasks of a queue one at a time, in a round-robin between parties. */

/**
 * @param queue tasks of one queue never run concurrently
 * @param party owner of the task: however many tasks one party has, every other party waits for at most one of them
 *   per round
 * @returns what the task returns or throws
 */
export type InTurn = <T>(queue: string, task: () => Promise<T>, party?: string) => Promise<T>

type Task = () => Promise<void>

export function takeTurns(): InTurn {
  /** Waiting tasks of each busy queue, by party in the order of service. */
  const queues = new Map<string, Map<string, Task[]>>()

  async function serve(queue: string, waiting: Map<string, Task[]>): Promise<void> {
    for (;;) {
      const next = waiting.entries().next()
      if (next.done) break
      const [party, [task, ...others]] = next.value
      // Move the party to the end of the queue.
      waiting.delete(party)
      if (others.length > 0) waiting.set(party, others)
      await task!()
    }
    queues.delete(queue)
  }

  return (queue, task, party = '') =>
    new Promise((resolve, reject) => {
      const settling: Task = () => Promise.resolve().then(task).then(resolve, reject)
      const waiting = queues.get(queue)
      if (waiting) {
        waiting.set(party, [...(waiting.get(party) ?? []), settling])
        return
      }
      const mine = new Map([[party, [settling]]])
      queues.set(queue, mine)
      void serve(queue, mine)
    })
}
