/** Counts the work of one request against its limits, and pauses so that other requests can run. */
import { ApiError, limits } from '@keywright/contract'
import { StepBudget } from '@keywright/policy'

/** Kinds of work, each with its limit (from the contract) and the approximate cost of one unit in microseconds. */
const KINDS = {
  payloads: { limit: limits.payloadsPerRequest, cost: 500, called: 'payloads to sign' },
  inputs: { limit: limits.inputsPerTransaction, cost: 0, called: 'inputs of a transaction' },
  outputs: { limit: limits.outputsPerTransaction, cost: 50, called: 'outputs of a transaction' },
  entries: { limit: limits.entriesPerTransaction, cost: 10, called: 'entries of a transaction' },
  derivations: { limit: limits.keysPerRequest, cost: 1_000, called: 'keys to make' },
  hashedBytes: { limit: limits.hashedBytesPerRequest, cost: 0.1, called: 'bytes to hash' },
  rows: { limit: limits.rowsPerRequest, cost: 20, called: 'objects to look at' },
} as const

export type WorkKind = keyof typeof KINDS

/** Approximate cost of a policy step, in microseconds. */
const STEP_COST = 0.05

/** Work between two pauses: the longest that other requests wait. */
const STRETCH_MICROSECONDS = 4_000

const NO_REST = Promise.resolve()

export interface Budget {
  /** @throws ApiError 400 that names the exceeded limit */
  spend(kind: WorkKind, count?: number): void
  /** Like `spend`, without spending. @throws ApiError 400 */
  assertLeft(kind: WorkKind, count: number): void
  /** The remaining policy steps; the policy package spends them and throws `StepsExceeded`. */
  readonly steps: StepBudget
  /** Counts work without a limit of its own towards the next pause, in microseconds. */
  worked(microseconds: number): void
  /** Lets other requests run if enough work was done since the last pause. */
  rest(): Promise<void>
  /** A copy with the current counts, for an attempt that may be repeated. */
  fork(): Budget
}

/** @param pause settles after other tasks of the process have run */
export function openBudget(
  pause: () => Promise<void>,
  before: Readonly<Partial<Record<WorkKind, number>>> = {},
): Budget {
  const spent: Partial<Record<WorkKind, number>> = { ...before }
  const steps = new StepBudget(limits.policyStepsPerRequest)
  let unpaused = 0
  let stepsBefore = steps.left
  const assertLeft = (kind: WorkKind, count: number) => {
    const { limit, called } = KINDS[kind]
    if ((spent[kind] ?? 0) + count > limit) throw new ApiError('WORK_LIMIT_EXCEEDED', { what: called, limit })
  }
  return {
    assertLeft,
    steps,
    spend(kind, count = 1) {
      assertLeft(kind, count)
      spent[kind] = (spent[kind] ?? 0) + count
      unpaused += count * KINDS[kind].cost
    },
    worked(microseconds) {
      unpaused += microseconds
    },
    rest() {
      unpaused += (stepsBefore - steps.left) * STEP_COST
      stepsBefore = steps.left
      if (unpaused < STRETCH_MICROSECONDS) return NO_REST
      unpaused = 0
      return pause()
    },
    fork: () => openBudget(pause, spent),
  }
}

/** Runs `task` on the items one by one, with pauses. */
export async function mapResting<T, R>(
  budget: Budget,
  items: readonly T[],
  kind: WorkKind,
  task: (item: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const [index, item] of items.entries()) {
    budget.spend(kind)
    results.push(await task(item, index))
    await budget.rest()
  }
  return results
}

/** Runs a generator to its end, with pauses. @param onStep counts the work of a step */
export async function finishResting<S, T>(
  budget: Budget,
  steps: Generator<S, T>,
  onStep: (step: S) => void,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    onStep(value)
    await budget.rest()
  }
}
