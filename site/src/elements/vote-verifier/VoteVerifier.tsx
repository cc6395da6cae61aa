/** Votes of an activity, checked offline; edit a field and see it fail. */
import { useCallback, useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, TextField } from '../kit/fields.tsx'
import { ResultRow, Results, Trouble, Verdict } from '../kit/results.tsx'
import { useComputed, useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { checkVotes, readActivity, SPOILS } from './checkVotes.ts'
import { makeRecord, toText } from './record.ts'

export default function VoteVerifier() {
  const [record, setRecord] = useState('')
  const [genuine, setGenuine] = useState('')
  const making = useTask<void>()
  const take = () =>
    making.run(async () => {
      const text = await makeRecord(await openWorkbench())
      setRecord(text)
      setGenuine(text)
    })
  return (
    <ElementFrame
      onReset={() => {
        setRecord('')
        setGenuine('')
      }}
    >
      <Buttons>
        <Button isMain disabled={making.isBusy} onClick={() => void take()}>
          {making.isBusy ? 'Alice asks, Bob approves…' : 'Record two votes in the sandbox'}
        </Button>
        {genuine !== '' &&
          SPOILS.map(([label, spoil]) => (
            <Button key={label} onClick={() => setRecord(toText(spoil(readActivity(genuine))))}>
              {label}
            </Button>
          ))}
      </Buttons>
      <Trouble error={making.error} />
      <TextField
        label="Record: an activity as get_activity answers it"
        rows={8}
        value={record}
        onChange={setRecord}
        placeholder="Record votes, or paste an activity"
      />
      {record.trim() !== '' && <Checked record={record} />}
    </ElementFrame>
  )
}

function Checked({ record }: { readonly record: string }) {
  const work = useCallback(async () => checkVotes(readActivity(record)), [record])
  const { value: votes, error } = useComputed(work)
  if (error !== undefined) return <Trouble error={error} />
  if (!votes) return null
  const failed = votes.flatMap(({ checks }) => checks).filter(({ holds }) => !holds).length
  return (
    <>
      {failed === 0 ? (
        <Verdict tone="good" word="All votes hold.">
          {votes.length} of {votes.length} verified, in this page and without the engine.
        </Verdict>
      ) : (
        <Verdict tone="bad" word="Not as voted:">
          {failed} {failed === 1 ? 'check does' : 'checks do'} not hold.
        </Verdict>
      )}
      <Results label="Checks of the votes">
        {votes.flatMap(({ voter, selection, checks }, n) =>
          checks.map(({ title, holds, found }) => (
            <ResultRow
              // biome-ignore lint/suspicious/noArrayIndexKey: votes are their place; a pasted record may repeat one
              key={`${n} ${title}`}
              tone={holds ? 'good' : 'bad'}
              word={holds ? 'holds' : 'fails'}
              title={`Vote ${n + 1}, ${voter} (${selection}): ${title}`}
            >
              {found}
            </ResultRow>
          )),
        )}
      </Results>
    </>
  )
}
