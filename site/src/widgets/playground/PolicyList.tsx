import { type LintFinding, lint } from '@keywright/policy'
import { useId, useMemo } from 'react'
import { callsOf, type KnownCalls } from './complete.ts'
import { ExpressionEditor } from './ExpressionEditor.tsx'
import type { PanelProps } from './panel.ts'
import { compileAll, type DraftPolicy, readPolicy } from './scenario.ts'

const EFFECTS = [
  ['EFFECT_ALLOW', 'Allow'],
  ['EFFECT_DENY', 'Deny'],
] as const
const SIDES = ['condition', 'consensus', 'time'] as const

export function PolicyList({ scenario, onChange }: PanelProps) {
  const { policies } = scenario
  const calls = useMemo(() => callsOf(scenario.request), [scenario.request])
  const findings = useMemo(() => lint(compileAll(policies) ?? []), [policies])
  const set = (at: number, change: Partial<DraftPolicy>) =>
    onChange({ policies: policies.map((policy, i) => (i === at ? { ...policy, ...change } : policy)) })
  return (
    <>
      {policies.map((policy, at) => (
        <PolicyEditor
          key={policy.policyId}
          policy={policy}
          calls={calls}
          findings={findings.filter(({ policyId }) => policyId === policy.policyId)}
          onChange={(change) => set(at, change)}
          onRemove={() => onChange({ policies: policies.filter((_, i) => i !== at) })}
        />
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

interface PolicyEditorProps {
  readonly policy: DraftPolicy
  readonly calls: KnownCalls
  readonly findings: readonly LintFinding[]
  readonly onChange: (change: Partial<DraftPolicy>) => void
  readonly onRemove: () => void
}

function PolicyEditor({ policy, calls, findings, onChange, onRemove }: PolicyEditorProps) {
  const radioName = useId()
  return (
    <fieldset className="playground-policy">
      <legend>{policy.policyName || policy.policyId}</legend>
      <div className="playground-row">
        <label>
          Name
          <input
            value={policy.policyName}
            maxLength={256}
            onChange={(event) => onChange({ policyName: event.target.value })}
          />
        </label>
        <div className="playground-effect" role="radiogroup" aria-label="Effect">
          {EFFECTS.map(([effect, word]) => (
            <label key={effect} data-effect={effect}>
              <input
                type="radio"
                name={radioName}
                checked={policy.effect === effect}
                onChange={() => onChange({ effect })}
              />
              {word}
            </label>
          ))}
        </div>
        <button type="button" className="button" onClick={onRemove}>
          Remove<span className="visually-hidden"> {policy.policyName}</span>
        </button>
      </div>
      {SIDES.map((side) => (
        <ExpressionEditor
          key={side}
          side={side}
          text={policy[side] ?? ''}
          calls={calls}
          problems={readPolicy(policy).problems ?? []}
          onChange={(text) => onChange({ [side]: text })}
        />
      ))}
      {[...new Set(findings.map(textOf))].map((text) => (
        <p key={text} className="playground-finding">
          {text}
        </p>
      ))}
    </fieldset>
  )
}

/** Findings of repeated parts read the same and are shown once. */
const textOf = ({ message, hint, side, severity }: LintFinding): string =>
  `${severity === 'mistake' ? '⚠ Mistake' : '⚠ Caution'}, ${side}: ${message}${hint ? `; ${hint}` : ''}`

function newPolicy(policies: readonly DraftPolicy[]): DraftPolicy {
  let number = policies.length + 1
  while (policies.some(({ policyId }) => policyId === `policy ${number}`)) number++
  const name = `policy ${number}`
  return { policyId: name, policyName: name, effect: 'EFFECT_ALLOW', condition: 'true', consensus: 'true' }
}
