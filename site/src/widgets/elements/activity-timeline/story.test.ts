import { beforeAll, expect, test } from 'vitest'
import { openTestWorkbench } from '../../../../test/elements/testWorkbench.ts'
import type { Workbench } from '../../kit/workbench.ts'
import { beginStory, firstStepOf, OUTCOMES, type Outcome } from './story.ts'

let bench: Workbench
beforeAll(async () => {
  bench = await openTestWorkbench()
})

const EXPECTED: Readonly<Record<Outcome, readonly string[]>> = {
  approve: ['CONSENSUS_NEEDED', 'COMPLETED'],
  reject: ['CONSENSUS_NEEDED', 'REJECTED'],
  fail: ['CONSENSUS_NEEDED', 'CONSENSUS_NEEDED', 'FAILED'],
  alone: ['COMPLETED'],
}

test.each(OUTCOMES.map(([outcome]) => outcome))(
  '%s goes through its statuses, with requests at each step',
  async (outcome) => {
    let story = await beginStory(bench, outcome)
    expect(story.next).toBe(firstStepOf(outcome))
    while (story.next !== undefined) story = await story.advance()
    const { moments } = story
    expect(moments.map(({ activity }) => activity.status.replace('ACTIVITY_STATUS_', ''))).toEqual(
      EXPECTED[outcome],
    )
    expect(moments.every(({ requests }) => requests.length > 0)).toBe(true)
    expect(new Set(moments.map(({ activity }) => activity.id)).size).toBe(1)
  },
)
