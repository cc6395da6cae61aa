import { StepBudget, type Verdict } from '@keywright/policy'
import { CopyButton } from '@keywright/ui'
import { useEffect, useMemo, useState } from 'react'
import { VerdictMark } from './DecisionView.tsx'
import type { PanelProps } from './panel.ts'
import { compileAll, decideInputOf, decideSafely, type TestCase, toTestFile, VERDICTS } from './scenario.ts'

/** Requests with their expected decisions. The exported file runs with `keywright policy test`. */
export function TestTable({ scenario, onChange }: PanelProps) {
  const { tests, request, approvers } = scenario
  const compiled = useMemo(() => compileAll(scenario.policies), [scenario.policies])
  // All tests share the steps of one request, so that no link can block the page.
  const budget = new StepBudget()
  const verdictOf = (test: Pick<TestCase, 'request' | 'approvers'>, steps = budget): Verdict | undefined =>
    compiled && decideSafely({ ...decideInputOf(scenario, compiled, test), budget: steps })
  const set = (at: number, change: Partial<TestCase>) =>
    onChange({ tests: tests.map((test, i) => (i === at ? { ...test, ...change } : test)) })
  const add = () => {
    const name = `test ${tests.length + 1}`
    const expect = verdictOf({ request, approvers }, new StepBudget()) ?? 'DENIED'
    onChange({ tests: [...tests, { name, request, approvers, expect }] })
  }
  const file = toTestFile(scenario)
  return (
    <>
      {tests.length === 0 && <p>No tests yet. Add the current request with the decision you expect.</p>}
      <ol className="playground-tests">
        {tests.map((test, at) => (
          <TestRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a test has no name of its own, and keeps no state in its row
            key={`${at} of ${tests.length}`}
            number={at + 1}
            test={test}
            actual={verdictOf(test)}
            onChange={(change) => set(at, change)}
            onOpen={() => onChange({ request: test.request, approvers: test.approvers })}
            onRemove={() => onChange({ tests: tests.filter((_, i) => i !== at) })}
          />
        ))}
      </ol>
      <div className="playground-row">
        <button type="button" className="button" onClick={add}>
          Add the current request
        </button>
        {tests.length > 0 && (
          <>
            <Download text={file} />
            <CopyButton text={file} what="test file" />
            <span>
              Run it with <code>keywright policy test policies.test.json</code>
            </span>
          </>
        )}
      </div>
    </>
  )
}

interface TestRowProps {
  readonly number: number
  readonly test: TestCase
  readonly actual: Verdict | undefined
  readonly onChange: (change: Partial<TestCase>) => void
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function TestRow({ number, test, actual, onChange, onOpen, onRemove }: TestRowProps) {
  const isPassed = actual === test.expect
  return (
    <li>
      <span data-passed={isPassed}>{isPassed ? '✓ passes' : '✕ fails'}</span>
      <label>
        <span className="visually-hidden">Name of test {number}</span>
        <input value={test.name} onChange={(event) => onChange({ name: event.target.value })} />
      </label>
      <label>
        <span className="visually-hidden">Expected decision of test {number}</span>
        <select value={test.expect} onChange={(event) => onChange({ expect: event.target.value as Verdict })}>
          {VERDICTS.map((verdict) => (
            <option key={verdict}>{verdict}</option>
          ))}
        </select>
      </label>
      {!isPassed && (actual ? <VerdictMark verdict={actual} /> : 'no decision')}
      <button type="button" className="link-button" onClick={onOpen}>
        Open<span className="visually-hidden"> {test.name}</span>
      </button>
      <button type="button" className="link-button" onClick={onRemove}>
        Remove<span className="visually-hidden"> {test.name}</span>
      </button>
    </li>
  )
}

function Download({ text }: { readonly text: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [text])
  return (
    <a className="button" href={address} download="policies.test.json">
      Download the test file
    </a>
  )
}
