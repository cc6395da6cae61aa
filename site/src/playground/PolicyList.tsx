import { lint } from '@keywright/policy'
import { useId, useMemo } from 'react'
import { ExpressionEditor } from './ExpressionEditor.tsx'
import type { PanelProps } from './panel.ts'
import { compileAll, type DraftPolicy, readPolicy } from './scenario.ts'

const EFFECTS = [
  ['EFFECT_ALLOW', 'Allow'],
  ['EFFECT_DENY', 'Deny'],
] as const

export function PolicyList({ scenario, onChange }: PanelProps) {
  const { policies } = scenario
  const ids = useId()
  const findings = useMemo(() => lint(compileAll(policies) ?? []), [policies])
  const set = (at: number, change: Partial<DraftPolicy>) =>
    onChange({ policies: policies.map((policy, i) => (i === at ? { ...policy, ...change } : policy)) })
  return (
    <>
      {policies.map((policy, at) => (
        <fieldset key={policy.policyId} className="playground-policy">
          <legend>{policy.policyName || policy.policyId}</legend>
          <div className="playground-row">
            <label>
              Name
              <input
                value={policy.policyName}
                maxLength={256}
                onChange={(event) => set(at, { policyName: event.target.value })}
              />
            </label>
            <div className="playground-effect" role="radiogroup" aria-label="Effect">
              {EFFECTS.map(([effect, word]) => (
                <label key={effect} data-effect={effect}>
                  <input
                    type="radio"
                    name={`${ids}-${at}`}
                    checked={policy.effect === effect}
                    onChange={() => set(at, { effect })}
                  />
                  {word}
                </label>
              ))}
            </div>
            <button
              type="button"
              className="button"
              onClick={() => onChange({ policies: policies.filter((_, i) => i !== at) })}
            >
              Remove<span className="visually-hidden"> {policy.policyName}</span>
            </button>
          </div>
          <ExpressionEditor
            side="condition"
            text={policy.condition}
            problems={readPolicy(policy).problems ?? []}
            onChange={(condition) => set(at, { condition })}
          />
          <ExpressionEditor
            side="consensus"
            text={policy.consensus}
            problems={readPolicy(policy).problems ?? []}
            onChange={(consensus) => set(at, { consensus })}
          />
          {findings
            .filter(({ policyId }) => policyId === policy.policyId)
            .map(({ code, message, hint, side, span, severity }) => (
              <p key={`${code} ${side} ${span.start}`} className="playground-finding">
                {severity === 'mistake' ? '⚠ Mistake' : '⚠ Caution'}, {side}: {message}
                {hint && `; ${hint}`}
              </p>
            ))}
        </fieldset>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => onChange({ policies: [...policies, newPolicy(policies)] })}
      >
        Add a policy
      </button>
    </>
  )
}

function newPolicy(policies: readonly DraftPolicy[]): DraftPolicy {
  let number = policies.length + 1
  while (policies.some(({ policyId }) => policyId === `policy ${number}`)) number++
  const name = `policy ${number}`
  return { policyId: name, policyName: name, effect: 'EFFECT_ALLOW', condition: 'true', consensus: 'true' }
}
