import type { Place } from '../element.ts'

export const place: Place = {
  title: 'One activity, step by step',
  height: 'middle',
  Fallback: () => (
    <>
      <p>
        With JavaScript enabled, you can play each outcome in the sandbox and see the status, votes and
        requests after every step. With two required approvals:
      </p>
      <ul>
        <li>Bob approves: CONSENSUS_NEEDED with one vote, then COMPLETED with two.</li>
        <li>Bob rejects: CONSENSUS_NEEDED, then REJECTED after one rejection.</li>
        <li>
          Approved, but fails: CONSENSUS_NEEDED, then FAILED, because another wallet took the name first.
        </li>
        <li>One approval is enough: COMPLETED immediately.</li>
      </ul>
    </>
  ),
}
