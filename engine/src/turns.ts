/** One task at a time in each queue; where several parties wait, each has one task done before any has the next. */

/**
 * @param queue tasks of one queue never run side by side
 * @param party whose task it is: however many tasks somebody has, everybody else waits for one of them in a round
 * @returns what the task answers or throws
 */
export type InTurn = <T>(queue: string, task: () => Promise<T>, party?: string) => Promise<T>

type Task = () => Promise<void>

export function takeTurns(): InTurn {
  /** Of each queue that is busy: who waits, in the order in which they are served, and with what. */
  const queues = new Map<string, Map<string, Task[]>>()

  async function serve(queue: string, waiting: Map<string, Task[]>): Promise<void> {
    for (;;) {
      const next = waiting.entries().next()
      if (next.done) break
      const [party, [task, ...others]] = next.value
      // Behind everybody else.
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
