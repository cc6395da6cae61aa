/** Who may use the next nonce of an account. */

/** Nonces that a broadcast or a waiting activity uses, by number; a waiting one has a way to ask whether it is over. */
type Reserved = Map<bigint, (() => Promise<boolean>) | undefined>

/** One turn per account and chain: from preparing a transaction until it's broadcast or waits for approval. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #reserved = new Map<string, Reserved>()

  /** Runs the task after all earlier ones of the same account, whether they succeeded or not. */
  take<T>(account: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(account) ?? Promise.resolve()).then(task)
    this.#last.set(
      account,
      turn.catch(() => {}),
    )
    return turn
  }

  /**
   * Keeps a nonce from the next transactions, until the endpoint has counted it.
   * @param isOver whether the activity that waits with this nonce was rejected or failed
   */
  reserve(account: string, nonce: bigint, isOver?: () => Promise<boolean>): void {
    const reserved = this.#reserved.get(account) ?? new Map()
    this.#reserved.set(account, reserved.set(nonce, isOver))
  }

  /** @param count the endpoint's number of sent transactions */
  async nextNonce(account: string, count: bigint): Promise<bigint> {
    const reserved: Reserved = this.#reserved.get(account) ?? new Map()
    for (const [nonce, isOver] of reserved) {
      if (nonce < count || (await isOver?.())) reserved.delete(nonce)
    }
    let nonce = count
    while (reserved.has(nonce)) nonce += 1n
    return nonce
  }
}
