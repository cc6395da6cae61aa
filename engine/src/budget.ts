/** What one request may ask for, counted as it goes, and the pauses in which others are served. */
import { ApiError, limits } from '@keywright/contract'
import { StepBudget } from '@keywright/policy'

/** What is counted, each with its bound (contract) and what one costs, roughly, in microseconds. */
const KINDS = {
  payloads: { limit: limits.payloadsPerRequest, cost: 500, called: 'payloads to sign' },
  inputs: { limit: limits.inputsPerTransaction, cost: 2_000, called: 'inputs of a transaction' },
  outputs: { limit: limits.outputsPerTransaction, cost: 50, called: 'outputs of a transaction' },
  derivations: { limit: limits.keysPerRequest, cost: 1_000, called: 'keys to make' },
  hashedBytes: { limit: limits.hashedBytesPerRequest, cost: 0.1, called: 'bytes to hash' },
  rows: { limit: limits.rowsPerRequest, cost: 20, called: 'objects to look at' },
} as const

export type WorkKind = keyof typeof KINDS

/** What a step of a policy costs, roughly, in microseconds. */
const STEP_COST = 0.05

/** So much work is done at a stretch: nobody else waits longer for it. */
const STRETCH_MICROSECONDS = 4_000

const NO_REST = Promise.resolve()

export interface Budget {
  /** @throws ApiError 400 that names what ran out, and the limit */
  spend(kind: WorkKind, count?: number): void
  /** @throws ApiError 400, as `spend` would; spends nothing */
  assertLeft(kind: WorkKind, count: number): void
  /** The steps of policies that are left; the policy package spends them and throws `StepsExceeded`. */
  readonly steps: StepBudget
  /** Work that nothing bounds by itself, in microseconds: it counts for the next rest. */
  worked(microseconds: number): void
  /** Lets other requests run, if enough was spent since the last time. */
  rest(): Promise<void>
  /** A budget that begins where this one stands: for an attempt that may be repeated. */
  fork(): Budget
}

/** @param pause settles after other tasks of the process had their turn */
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

/** Runs `task` on each item, one after the other, resting between them. */
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

/** Goes through steps, and lets others have their turn between them. @param onStep counts what a step was */
export async function finishResting<T>(
  budget: Budget,
  steps: Generator<unknown, T>,
  onStep: () => void,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    onStep()
    await budget.rest()
  }
}
