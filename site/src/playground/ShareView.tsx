/** Ways to share a scenario: its link, and an image of its decision. */

import { type Explanation, kindOfActivity, roleOfVerdict } from '@keywright/policy'
import { CopyButton } from '@keywright/ui'
import { useEffect, useRef } from 'react'
import { decidedBy } from './DecisionView.tsx'
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
  const fragment = toFragment(scenario)
  const card = typeof explanation === 'string' ? undefined : cardOf(scenario, explanation, fragment)
  useEffect(() => {
    if (card && canvas.current) drawCard(canvas.current, card)
  })
  return (
    <div className="playground-share">
      <p>
        The link opens this playground with your policies and request.{' '}
        <CopyButton
          text={`${location.origin}${location.pathname}${fragment}`}
          what="link to this playground"
        />
      </p>
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
    key,
  }
}
