/** Ways to share a scenario: its link, and an image of its decision. */

import { type ClauseExplanation, type Explanation, kindOfActivity, roleOfVerdict } from '@keywright/policy'
import { CopyButton } from '@keywright/ui'
import { useEffect, useRef } from 'react'
import { decidedBy, foundIn } from './DecisionView.tsx'
import { type Scenario, toFragment } from './scenario.ts'
import { drawCard, type VerdictCard } from './verdictCard.ts'

const TONES = { allowed: 'success', denied: 'danger', waiting: 'accent' } as const

interface ShareViewProps {
  readonly scenario: Scenario
  /** A text says why nothing was decided. */
  readonly explanation: Explanation | string
}

export function ShareView({ scenario, explanation }: ShareViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const fragment = toFragment(scenario)
  const link = `${location.origin}${location.pathname}${fragment}`
  const card = typeof explanation === 'string' ? undefined : cardOf(scenario, explanation, fragment)
  useEffect(() => {
    if (card && canvas.current) drawCard(canvas.current, card)
  })
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="playground-share">
      <label>
        Link to this playground, with your policies and request
        <span className="playground-link">
          <input readOnly value={link} ref={field} onFocus={({ target }) => target.select()} />
          <CopyButton text={link} what="link to this playground" />
        </span>
      </label>
      {card && (
        <>
          <canvas ref={canvas} role="img" aria-label={`${card.verdict} ${card.by}`} />
          <a
            className="button"
            href={fragment}
            download="decision.png"
            onClick={({ currentTarget }) => {
              currentTarget.href = canvas.current!.toDataURL('image/png')
            }}
          >
            Download the image
          </a>
        </>
      )}
    </div>
  )
}

function cardOf({ request, approvers, users }: Scenario, explanation: Explanation, key: string): VerdictCard {
  const { verdict } = explanation.decision
  const { policy, reason } = decidedBy(explanation)
  const names = approvers.map((id) => users.find((user) => user.id === id)?.alias || id)
  return {
    verdict,
    tone: TONES[roleOfVerdict(verdict)],
    by: policy === undefined ? reason! : `by ${policy}`,
    about: `${kindOfActivity(request.activity.type)}, ${names.length > 0 ? `approved by ${names.join(' and ')}` : 'not approved'}`,
    clauses: decidingClauses(explanation),
    place: `${location.host}${location.pathname}`,
    key,
  }
}

/** Clauses that fit into the picture. */
const MOST_CLAUSES = 2

/** The failed clauses of the policy that decided or came closest, or else those that read an amount or hold. */
function decidingClauses({ decision, policies }: Explanation): VerdictCard['clauses'] {
  const policy = policies.find(({ policyId }) => policyId === decision.policyId) ?? policies[0]
  const leaves = [policy?.condition, policy?.consensus].flatMap((clause) => (clause ? leavesOf(clause) : []))
  const failed = leaves.filter(({ value }) => value !== true)
  const amounts = leaves.filter(({ text }) => /[<>]/.test(text))
  return [...new Set([...failed, ...amounts, ...leaves])].slice(0, MOST_CLAUSES).map((clause) => ({
    text: clause.text,
    found: foundIn(clause).replace(/^.{61,}$/, ''),
    holds: clause.value === true,
  }))
}

const leavesOf = (clause: ClauseExplanation): readonly ClauseExplanation[] =>
  clause.clauses.length > 0 ? clause.clauses.flatMap(leavesOf) : [clause]
