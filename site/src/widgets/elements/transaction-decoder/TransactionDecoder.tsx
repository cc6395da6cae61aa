/** Decodes a pasted unsigned transaction into the fields that policies see and evaluates a condition over them. */
import { bindFields } from '@keywright/ui'
import { useMemo, useState } from 'react'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Fields, SelectField, TextField } from '../../kit/fields.tsx'
import { Facts, messageOf, Verdict } from '../../kit/results.tsx'
import { CHAINS, type Chain } from '../../playground/readPasted.ts'
import type { ElementProps } from '../element.ts'
import { type Decoded, decode, judge } from './decode.ts'
import { CONDITIONS, SAMPLES } from './samples.ts'

const FROM = '0x26c438020a74D0C6b7F2c9E29dC8F53C08c4D3a7'

export default function TransactionDecoder({ chosen }: ElementProps) {
  const start = CHAINS.find((chain) => chain === chosen['chain']) ?? 'Ethereum'
  const first = (chain: Chain) => ({ chain, hex: SAMPLES[chain], from: FROM, condition: CONDITIONS[chain] })
  const [form, setForm] = useState(() => first(start))
  const { chain, hex, from, condition } = form
  const field = bindFields(form, setForm)
  const decoded = useMemo(() => attempt(() => decode(chain, hex, from)), [chain, hex, from])
  return (
    <ElementFrame onReset={() => setForm(first(start))}>
      <Fields>
        <SelectField<Chain>
          label="Chain"
          value={chain}
          options={CHAINS}
          onChange={(next) => setForm(first(next))}
          hint="Choosing a chain loads its example."
        />
        {chain === 'Ethereum' && (
          <TextField
            label="Signing address"
            {...field('from')}
            hint="An unsigned transaction doesn’t contain it."
          />
        )}
        <TextField
          label={chain === 'Bitcoin' ? 'PSBT, hex' : 'Unsigned transaction, hex'}
          rows={4}
          {...field('hex')}
          error={decoded.error}
        />
      </Fields>
      {decoded.value && (
        <>
          <TextField label="Condition" rows={2} {...field('condition')} />
          <Judgement condition={condition} decoded={decoded.value} />
          <p className="element-heading">Fields as policies name them</p>
          <Facts
            rows={decoded.value.fields.map(([name, value]) => [<code key={name}>{name}</code>, value])}
          />
        </>
      )}
    </ElementFrame>
  )
}

function Judgement({ condition, decoded }: { readonly condition: string; readonly decoded: Decoded }) {
  if (condition.trim() === '') return null
  const { value, error } = attempt(() => judge(condition, decoded))
  if (error !== undefined)
    return (
      <Verdict tone="bad" word="No result:">
        {error}
      </Verdict>
    )
  return value ? (
    <Verdict tone="good" word="True.">
      A policy with this condition applies to this transaction.
    </Verdict>
  ) : (
    <Verdict tone="waiting" word="False.">
      A policy with this condition doesn’t apply to this transaction.
    </Verdict>
  )
}

function attempt<T>(work: () => T): { readonly value?: T; readonly error?: string } {
  try {
    return { value: work() }
  } catch (error) {
    return { error: messageOf(error) }
  }
}
