/** Plays one activity step by step to the chosen outcome: statuses, votes and requests. */
import { useState } from 'react'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField } from '../../kit/fields.tsx'
import { ResultRow, Results, Trouble } from '../../kit/results.tsx'
import { useTask } from '../../kit/useTask.ts'
import { openWorkbench } from '../../kit/workbench.ts'
import { toneOf } from '../../runner/lines.tsx'
import { beginStory, firstStepOf, type Moment, OUTCOMES, type Outcome, type Story } from './story.ts'

export default function ActivityTimeline() {
  const [outcome, setOutcome] = useState<Outcome>('approve')
  const [story, setStory] = useState<Story>()
  const task = useTask<void>()
  const choose = (next: Outcome) => {
    setOutcome(next)
    setStory(undefined)
  }
  const next = story ? story.next : firstStepOf(outcome)
  const step = () =>
    task.run(async () => {
      const begun = story ?? (await beginStory(await openWorkbench(), outcome))
      setStory(await begun.advance())
    })
  return (
    <ElementFrame onReset={() => choose('approve')}>
      <Fields>
        <SelectField label="Outcome" value={outcome} options={OUTCOMES} onChange={choose} />
      </Fields>
      <Buttons>
        {next === undefined ? (
          <Button isMain onClick={() => choose(outcome)}>
            Play again
          </Button>
        ) : (
          <Button isMain disabled={task.isBusy} onClick={() => void step()}>
            {task.isBusy ? 'Waiting for the engine…' : `Next: ${next}`}
          </Button>
        )}
      </Buttons>
      <Trouble error={task.error} />
      <Results label="Steps of the activity">
        {story?.moments.map((moment) => (
          <MomentRow key={moment.title} {...moment} />
        ))}
      </Results>
    </ElementFrame>
  )
}

function MomentRow({ title, activity, requests }: Moment) {
  const { status, votes, failure } = activity
  const votesText = votes
    .map(
      ({ user, selection }) => `${user.userName} ${selection.replace('VOTE_SELECTION_', '').toLowerCase()}`,
    )
    .join(', ')
  return (
    <ResultRow tone={toneOf(200, status)} word={status.replace('ACTIVITY_STATUS_', '')} title={title}>
      Votes: {votesText || 'none'}.{failure ? ` Reason: ${failure.message}.` : ''}
      <br />
      Requests:{' '}
      {requests.map(({ id, call, status: http, stamp, activity: of }, n) => (
        <span key={id}>
          {n > 0 && '; '}
          <code>{call}</code> {http}, stamp {stamp.check}
          {of && `, ${of.status.replace('ACTIVITY_STATUS_', '')}`}
        </span>
      ))}
    </ResultRow>
  )
}
