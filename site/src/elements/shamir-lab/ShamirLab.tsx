/** Split, lose, damage, combine and re-share a demo secret. */
import { useCallback, useEffect, useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, CheckField, Fields, SelectField, TextField } from '../kit/fields.tsx'
import { messageOf, Trouble, Verdict } from '../kit/results.tsx'
import { useComputed, useTask } from '../kit/useTask.ts'
import {
  combine,
  damage,
  FIRST_TERMS,
  type Lab,
  type LabShare,
  MOST_SHARES,
  openLab,
  reshare,
  usedOf,
} from './lab.ts'
import './shamirLab.css'

const between = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, n) => String(least + n))

export default function ShamirLab() {
  const [terms, setTerms] = useState(FIRST_TERMS)
  const [lab, setLab] = useState<Lab>()
  const making = useTask<void>()
  const { run } = making
  const open = useCallback(
    (next = FIRST_TERMS) => {
      setTerms(next)
      void run(async () => setLab(await openLab(next)))
    },
    [run],
  )
  useEffect(() => open(), [open])
  const setShare = (place: number, change: Partial<LabShare>) =>
    setLab(
      (before) =>
        before && {
          ...before,
          shares: before.shares.map((one, n) => (n === place ? { ...one, ...change } : one)),
        },
    )
  const { count, threshold } = terms
  return (
    <ElementFrame onReset={() => open()}>
      <Fields>
        <SelectField
          label="Shares"
          value={String(count)}
          options={between(2, MOST_SHARES)}
          onChange={(text) => setTerms({ count: Number(text), threshold: Math.min(threshold, Number(text)) })}
        />
        <SelectField
          label="Threshold"
          value={String(threshold)}
          options={between(2, count)}
          onChange={(text) => setTerms({ count, threshold: Number(text) })}
        />
      </Fields>
      <Buttons>
        <Button isMain onClick={() => open(terms)}>
          Split a new secret
        </Button>
        <Button onClick={() => lab && void run(async () => setLab(await reshare(lab, terms)))}>
          Re-share this one
        </Button>
      </Buttons>
      <Trouble error={making.error} />
      {lab && (
        <>
          <Combined lab={lab} />
          <p className="element-hint">
            Secret, a public test value: <code>{lab.secret}</code>
          </p>
          <ol className="shamir-shares">
            {lab.shares.map((share, n) => {
              const name = nameOf(lab, share, n)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: shares are their place; their text can be edited
                <li key={n} data-old={share.split < lab.splits ? '' : undefined}>
                  <CheckField
                    label={`Use ${name}`}
                    checked={share.isUsed}
                    onChange={(isUsed) => setShare(n, { isUsed })}
                  />
                  <Button onClick={() => setShare(n, { text: damage(share.text) })}>Mistype a letter</Button>
                  <TextField
                    label={`Text of ${name}`}
                    rows={2}
                    value={share.text}
                    onChange={(text) => setShare(n, { text })}
                  />
                </li>
              )
            })}
          </ol>
        </>
      )}
    </ElementFrame>
  )
}

function nameOf({ shares, splits }: Lab, { split }: LabShare, place: number): string {
  const number = place + 1 - (split === splits ? 0 : shares.filter((one) => one.split === splits).length)
  return split === splits ? `share ${number}` : `old share ${number}`
}

function Combined({ lab }: { readonly lab: Lab }) {
  const { value, error } = useComputed(useCallback(() => combine(lab), [lab]))
  const count = usedOf(lab).length
  if (error !== undefined) {
    return (
      <Verdict tone="bad" word="No secret:">
        {messageOf(error)}
      </Verdict>
    )
  }
  if (value === undefined) return null
  return (
    <Verdict tone={value ? 'good' : 'bad'} word={value ? 'The secret is there:' : 'Another secret:'}>
      {count} shares were combined.
    </Verdict>
  )
}
