/** Shows a generated or pasted bundle, its fields and each check that its receiver makes. */
import { generateP256KeyPair, platformRandom, toHex } from '@keywright/keys'
import { useCallback, useEffect, useState } from 'react'
import type { ElementProps } from '../element.ts'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../kit/fields.tsx'
import { Checks, TextBlock, Trouble, Verdict } from '../kit/results.tsx'
import { useComputed, useTask } from '../kit/useTask.ts'
import { type BundleCase, makeBundle, openBundle, tampered } from './bundles.ts'
import { type BundleKind, KINDS } from './steps.ts'

const EMPTY: Omit<BundleCase, 'kind'> = {
  bundle: '',
  targetPrivateKey: '',
  signerPublicKey: '',
  organizationId: '',
  userId: '',
}

const SPOILS: readonly (readonly [
  label: string,
  kinds: readonly BundleKind[],
  (given: BundleCase) => BundleCase,
])[] = [
  ['Change one byte', ['credential', 'export', 'import'], tampered],
  [
    'Swap the target key',
    ['credential', 'export'],
    (given) => ({ ...given, targetPrivateKey: toHex(generateP256KeyPair(platformRandom).privateKey) }),
  ],
  [
    'Swap the signer',
    ['export', 'import'],
    (given) => ({ ...given, signerPublicKey: toHex(generateP256KeyPair(platformRandom).publicKey) }),
  ],
  [
    'Swap the organization',
    ['export', 'import'],
    (given) => ({ ...given, organizationId: given.organizationId.replace(/.$/, 'f') }),
  ],
  ['Swap the user', ['import'], (given) => ({ ...given, userId: given.userId.replace(/.$/, 'f') })],
]

export default function BundleDecoder({ chosen }: ElementProps) {
  const start = (Object.keys(KINDS) as BundleKind[]).find((kind) => kind === chosen['kind']) ?? 'credential'
  const [given, setGiven] = useState<BundleCase>({ kind: start, ...EMPTY })
  const making = useTask<void>()
  const { run } = making
  const make = useCallback(
    (kind: BundleKind) => run(async () => setGiven(await makeBundle(kind, platformRandom))),
    [run],
  )
  useEffect(() => void make(start), [make, start])
  const { value } = useComputed(useCallback(() => openBundle(given, platformRandom), [given]))
  const { kind } = given
  const set = (change: Partial<BundleCase>) => setGiven({ ...given, ...change })
  const failed = value?.steps.find(({ state }) => state === 'failed')
  return (
    <ElementFrame onReset={() => void make(start)}>
      <Buttons>
        <Button isMain onClick={() => void make(kind)}>
          Create a bundle
        </Button>
        {SPOILS.filter(([, kinds]) => kinds.includes(kind)).map(([label, , spoil]) => (
          <Button key={label} onClick={() => setGiven(spoil(given))}>
            {label}
          </Button>
        ))}
      </Buttons>
      <Trouble error={making.error} />
      <Fields>
        <SelectField<BundleKind>
          label="Kind"
          value={kind}
          options={Object.entries(KINDS) as [BundleKind, string][]}
          onChange={(next) => void make(next)}
        />
        <TextField label="Bundle" rows={4} value={given.bundle} onChange={(bundle) => set({ bundle })} />
        <TextField
          label={kind === 'import' ? 'Target private key (stays in the engine)' : 'Your target private key'}
          rows={2}
          value={given.targetPrivateKey}
          onChange={(targetPrivateKey) => set({ targetPrivateKey })}
          hint="P-256, hex. Generated for this page. Don’t paste a real key."
        />
        {kind !== 'credential' && (
          <>
            <TextField
              label="Pinned signer"
              rows={2}
              value={given.signerPublicKey}
              onChange={(signerPublicKey) => set({ signerPublicKey })}
            />
            <TextField
              label="Your organization"
              value={given.organizationId}
              onChange={(organizationId) => set({ organizationId })}
            />
          </>
        )}
        {kind === 'import' && (
          <TextField label="Importing user" value={given.userId} onChange={(userId) => set({ userId })} />
        )}
      </Fields>
      {value && given.bundle !== '' && (
        <>
          {failed ? (
            <Verdict tone="bad" word="Rejected:">
              {failed.found}
            </Verdict>
          ) : (
            <Verdict tone="good" word="Opened.">
              It contains {value.content}
            </Verdict>
          )}
          <Checks label="Bundle checks" steps={value.steps} />
          {value.members && <TextBlock text={value.members} label="Bundle fields" />}
        </>
      )}
    </ElementFrame>
  )
}
