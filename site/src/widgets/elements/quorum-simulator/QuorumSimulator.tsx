/** Simulates a quorum with lost and stolen keys (safe, locked or taken) and confirms it in the engine. */
import { CopyButton } from '@keywright/ui'
import { useState } from 'react'
import type { Attempt } from '../../kit/crew.ts'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField } from '../../kit/fields.tsx'
import { ResultRow, Results, type Tone, Trouble, Verdict } from '../../kit/results.tsx'
import { useTask } from '../../kit/useTask.ts'
import { openWorkbench } from '../../kit/workbench.ts'
import { type Proof, proveQuorum } from './proveQuorum.ts'
import { FIRST, fromFragment, type Mark, MOST_USERS, outlookOf, type Quorum, toFragment } from './quorum.ts'

const MARKS = [
  ['held', '✓ you hold it'],
  ['lost', '– lost'],
  ['stolen', '✕ stolen'],
] as const satisfies readonly (readonly [Mark, string])[]
const TONES: Readonly<Record<'safe' | 'locked' | 'taken', Tone>> = {
  safe: 'good',
  locked: 'waiting',
  taken: 'bad',
}

const upTo = (most: number) => Array.from({ length: most }, (_, n) => String(n + 1))

export default function QuorumSimulator() {
  const [quorum, setQuorum] = useState(() => fromFragment(location.hash) ?? FIRST)
  const [proved, setProved] = useState<Quorum>()
  const proof = useTask<Proof>()
  const outlook = outlookOf(quorum)
  const prove = () => {
    setProved(quorum)
    return proof.run(async () => proveQuorum(await openWorkbench(), quorum))
  }
  return (
    <ElementFrame
      actions={
        <span className="element-share">
          Link{' '}
          <CopyButton
            text={`${location.origin}${location.pathname}${toFragment(quorum)}`}
            what="link to these choices"
          />
        </span>
      }
      onReset={() => setQuorum(FIRST)}
    >
      <QuorumFields quorum={quorum} onChange={setQuorum} />
      <Verdict tone={TONES[outlook.word]} word={`${outlook.word}:`}>
        {outlook.text}
      </Verdict>
      <Buttons>
        <Button isMain disabled={proof.isBusy} onClick={() => void prove()}>
          {proof.isBusy ? 'Trying it in the engine…' : 'Try it in the engine'}
        </Button>
      </Buttons>
      <Trouble error={proof.error} />
      {proof.value && proved === quorum && !proof.isBusy && (
        <Results label="What each side could do">
          <Side who="You" {...proof.value.you} threshold={quorum.threshold} isWanted />
          <Side who="The thief" {...proof.value.thief} threshold={quorum.threshold} isWanted={false} />
        </Results>
      )}
    </ElementFrame>
  )
}

interface QuorumFieldsProps {
  readonly quorum: Quorum
  readonly onChange: (quorum: Quorum) => void
}

function QuorumFields({ quorum: { threshold, marks }, onChange }: QuorumFieldsProps) {
  const setCount = (text: string) => {
    const count = Number(text)
    const next = Array.from({ length: count }, (_, n) => marks[n] ?? 'held')
    onChange({ threshold: Math.min(threshold, count), marks: next })
  }
  return (
    <>
      <Fields>
        <SelectField
          label="Users"
          value={String(marks.length)}
          options={upTo(MOST_USERS)}
          onChange={setCount}
        />
        <SelectField
          label="Threshold"
          value={String(threshold)}
          options={upTo(marks.length)}
          onChange={(text) => onChange({ marks, threshold: Number(text) })}
        />
      </Fields>
      <Fields>
        {marks.map((mark, n) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: users are identified by position
            key={n}
            label={`Key of user ${n + 1}`}
            value={mark}
            options={MARKS}
            onChange={(next) =>
              onChange({ threshold, marks: marks.map((one, at) => (at === n ? next : one)) })
            }
          />
        ))}
      </Fields>
    </>
  )
}

type SideProps = Attempt & { readonly who: string; readonly threshold: number; readonly isWanted: boolean }

function Side({ who, threshold, isWanted, ...attempt }: SideProps) {
  const title = `${who}: create a wallet`
  if (attempt.outcome === 'refused') {
    return (
      <ResultRow tone="bad" word="rejected" title={title}>
        {attempt.message}
      </ResultRow>
    )
  }
  const { outcome, approvals } = attempt
  if (outcome === 'done') {
    return (
      <ResultRow tone={isWanted ? 'good' : 'bad'} word="completed" title={title}>
        ACTIVITY_STATUS_COMPLETED with {approvals} of {threshold} approvals
      </ResultRow>
    )
  }
  return (
    <ResultRow
      tone={isWanted ? 'waiting' : 'good'}
      word={approvals === 0 ? 'no key' : 'not enough'}
      title={title}
    >
      {approvals === 0
        ? 'No key is left to submit the request.'
        : `ACTIVITY_STATUS_CONSENSUS_NEEDED with ${approvals} of ${threshold} approvals`}
    </ResultRow>
  )
}
