import type { Place } from '../element.ts'

export const place: Place = {
  title: 'One activity, step by step',
  height: 'middle',
  Fallback: () => (
    <>
      <p>
        With scripts, you play these in the sandbox and see status, votes and requests after each step. Two
        must approve:
      </p>
      <ul>
        <li>Bob approves: CONSENSUS_NEEDED with one vote, then COMPLETED with two;</li>
        <li>Bob rejects: CONSENSUS_NEEDED, then REJECTED, by one rejection;</li>
        <li>
          approved, and fails: CONSENSUS_NEEDED, then FAILED, because another wallet took the name meanwhile;
        </li>
        <li>one approval is enough: COMPLETED at once.</li>
      </ul>
    </>
  ),
}
