/** Maps the tour's requests to its four steps. */
import type { RunEvent } from '@keywright/sandbox/runner'
import { STEPS, type TourStep } from './TourFrame.tsx'

export const TOUR = 'quickstart/tour'

/** One request of a recording or a run. */
export interface TourRequest {
  readonly call: string
  readonly status: number
  readonly answer: unknown
  /** Result of the page's independent signature check. */
  readonly verified?: { readonly holds: boolean; readonly how: string }
}

const waiting = (index: number): TourStep => ({
  ...STEPS[index]!,
  tone: 'waiting',
  word: 'to do',
  value: ' ',
  how: ' ',
})

function checked(verified: TourRequest['verified'], isLive: boolean): string {
  if (!verified) return isLive ? 'Verifying…' : 'A run verifies it in your browser.'
  return verified.holds ? 'Recovers to the wallet’s address.' : verified.how
}

/** @param isLive false for a recording, which isn't verified here */
export function stepsOf(requests: readonly TourRequest[], isLive: boolean): TourStep[] {
  const steps = STEPS.map((_, index) => waiting(index))
  let signatures = 0
  for (const { call, status, answer, verified } of requests) {
    const { activity, details } = Object(answer)
    const outcome = Object(Object.values(Object(activity?.result))[0])
    const set = (index: number, change: Partial<TourStep>) => {
      steps[index] = { ...steps[index]!, ...change }
    }
    const signed: Partial<TourStep> = {
      value: `${outcome.r}${outcome.s}${outcome.v}`,
      tone: verified && !verified.holds ? 'bad' : 'good',
      word: verified ? (verified.holds ? 'verified' : 'not verified') : 'signed',
      how: checked(verified, isLive),
    }
    if (call === 'create_wallet' && status === 200)
      set(0, {
        tone: 'good',
        word: 'created',
        value: `${outcome.addresses?.[0]}`,
        how: 'The address of its first account.',
      })
    else if (call === 'export_wallet' && status === 403)
      set(2, {
        tone: 'bad',
        word: 'denied',
        value: `${details?.[0]?.errorCode}`,
        how: 'The policy “No exports” denied it.',
      })
    else if (call === 'sign_raw_payload') {
      if (activity?.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED')
        set(3, { word: 'waits for Bob', value: activity.status, how: 'One approval of two.' })
      else if (signatures++ === 0) set(1, signed)
      else set(3, signed)
    }
  }
  return steps
}

/** The requests of a run so far, with their verification results. */
export function requestsOf(events: readonly RunEvent[]): TourRequest[] {
  return events.flatMap((event) => {
    if (event.kind !== 'request') return []
    const { id, call, status, answer } = event.request
    const result = events.find((one) => one.kind === 'result' && one.requestId === id)
    const verified =
      result?.kind === 'result' && result.result.verified !== null
        ? { holds: result.result.verified, how: result.result.how }
        : undefined
    return [{ call: call ?? '', status, answer: parsed(answer), ...(verified && { verified }) }]
  })
}

const parsed = (text: string | null): unknown => JSON.parse(text ?? 'null')
