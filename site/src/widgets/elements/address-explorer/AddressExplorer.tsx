/** Derives an address from a phrase, format and path, and shows each derivation step. For test phrases only. */

import { type Curve, generateEntropy, platformRandom, toPhrase } from '@keywright/keys'
import { bindFields } from '@keywright/ui'
import { useCallback, useState } from 'react'
import { TEST_PHRASE } from '../../../shared/testPhrase.ts'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../../kit/fields.tsx'
import { Facts, Trouble, Value, valueRow } from '../../kit/results.tsx'
import { useComputed } from '../../kit/useTask.ts'
import type { ElementProps } from '../element.ts'
import { type ExploredAddress, exploreAddress } from './exploreAddress.ts'
import { formatsOfPreset, type ShownFormat } from './formats.ts'

export default function AddressExplorer({ chosen }: ElementProps) {
  const formats = formatsOfPreset(chosen['preset'])
  const start = formats.find(({ format }) => /ETHEREUM|MAINNET_P2WPKH/.test(format)) ?? formats[0]!
  const first = { phrase: TEST_PHRASE, format: start.format, curve: start.curve, path: start.path }
  const [form, setForm] = useState<typeof first>(first)
  const { phrase, format, curve, path } = form
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const { value, error, isBusy } = useComputed(
    useCallback(() => exploreAddress(phrase, curve, path, format), [phrase, curve, path, format]),
  )
  const usual = formats.find((one) => one.format === format && one.curve === curve)?.path
  return (
    <ElementFrame onReset={() => setForm(first)}>
      <Fields>
        <TextField
          label="Recovery phrase"
          rows={2}
          {...bindFields(form, setForm)('phrase')}
          hint="This is a public test phrase. Never enter the phrase of a real wallet, here or on any other page."
        />
        <SelectField
          label="Address format"
          value={`${format} ${curve}`}
          options={formats.map((one) => [`${one.format} ${one.curve}`, labelOf(one, formats)])}
          onChange={(next) => {
            const one = formats.find((each) => `${each.format} ${each.curve}` === next)!
            set({ format: one.format, curve: one.curve, path: one.path })
          }}
        />
        <TextField
          label="Path"
          value={path}
          onChange={(next) => set({ path: next.trim() })}
          hint={
            path === usual
              ? 'The usual path for this format. Other wallets look here first.'
              : `The usual path for this format is ${usual}. A wallet that looks there doesn’t find this account.`
          }
        />
      </Fields>
      <Buttons>
        <Button onClick={() => set({ phrase: toPhrase(generateEntropy(12, platformRandom)) })}>
          Generate a random phrase
        </Button>
        <Button onClick={() => set({ phrase: TEST_PHRASE })}>Use the test phrase</Button>
        <Button onClick={() => set({ path: nextOf(path) })}>Show the next account</Button>
      </Buttons>
      <Trouble error={error} />
      {value && error === undefined && (
        <div aria-busy={isBusy} aria-live="polite">
          <AccountFacts account={value} curve={curve} />
        </div>
      )}
    </ElementFrame>
  )
}

function AccountFacts({ account, curve }: { readonly account: ExploredAddress; readonly curve: Curve }) {
  return (
    <Facts
      rows={[
        [
          'Address',
          <strong key="address">
            <Value what="address">{account.address}</Value>
          </strong>,
        ],
        valueRow('Public key', 'public key', account.publicKey),
        ['Curve', curve],
        ['Seed', `${account.seedBegin}… (64 bytes, BIP-39)`],
        ...account.levels.map(
          (level) =>
            [
              <code key="path">{level.path}</code>,
              <span key="key">
                {level.meaning}: <code>{level.publicKey}</code>
              </span>,
            ] as const,
        ),
      ]}
    />
  )
}

/** Names the curve only if the format exists on two curves. */
function labelOf({ format, curve }: ShownFormat, formats: readonly ShownFormat[]): string {
  const isTwice = formats.filter((one) => one.format === format).length > 1
  return format.replace('ADDRESS_FORMAT_', '') + (isTwice ? `, ${curve}` : '')
}

/** Increments the last index. A path that ends in no number stays the same. */
const nextOf = (path: string) => path.replace(/(\d+)('?)$/, (_, index, mark) => `${Number(index) + 1}${mark}`)
