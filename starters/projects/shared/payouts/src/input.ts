/** What callers send. */
import { type Address, isAddress } from 'viem'

/** A request that can't become a payout, with its HTTP status. */
export class PayoutError extends Error {
  readonly status: 400 | 404 | 409
  readonly code: string

  constructor(status: 400 | 404 | 409, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface Input {
  /** Chosen by the caller: the same id is the same payout, however often it is sent. */
  readonly id: string
  readonly to: Address
  /** Decimal text. */
  readonly ether: string
}

/** @throws PayoutError */
export function readInput(body: unknown): Input {
  const invalid = (message: string) => new PayoutError(400, 'INPUT_INVALID', message)
  if (body === undefined) throw invalid('the body must be JSON, with content-type application/json')
  const { id, to, ether } = Object(body) as Record<string, unknown>
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) {
    throw invalid('`id` must be your name for the payout: 1 to 64 letters, digits, `_` or `-`')
  }
  if (typeof to !== 'string' || !isAddress(to)) throw invalid('`to` is not an address')
  if (typeof ether !== 'string' || !/^\d{1,9}(\.\d{1,18})?$/.test(ether)) {
    throw invalid('`ether` must be decimal text such as "0.01"')
  }
  return { id, to, ether }
}
