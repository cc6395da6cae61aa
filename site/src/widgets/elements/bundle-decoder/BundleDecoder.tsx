/** Shows a generated or pasted bundle, its fields and each check that its receiver makes. */

import { generateP256KeyPair, platformRandom, toHex } from '@keywright/keys'
import { bindFields } from '@keywright/ui'
import { useCallback, useEffect, useState } from 'react'
import { AlterationButtons, type Alterations } from '../../kit/AlterationButtons.tsx'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../../kit/fields.tsx'
import { Checked, TextBlock, Trouble } from '../../kit/results.tsx'
import { useComputed, useTask } from '../../kit/useTask.ts'
import type { ElementProps } from '../element.ts'
import { type BundleCase, makeBundle, type OpenedBundle, openBundle, tampered } from './bundles.ts'
import { type BundleKind, KINDS } from './steps.ts'

const EMPTY: Omit<BundleCase, 'kind'> = {
  bundle: '',
  targetPrivateKey: '',
  signerPublicKey: '',
  organizationId: '',
  userId: '',
}

const ALTERED = {
  byte: ['Change one byte', tampered],
  target: [
    'Swap the target key',
    (given) => ({ ...given, targetPrivateKey: toHex(generateP256KeyPair(platformRandom).privateKey) }),
  ],
  signer: [
    'Swap the signer',
    (given) => ({ ...given, signerPublicKey: toHex(generateP256KeyPair(platformRandom).publicKey) }),
  ],
  organization: [
    'Swap the organization',
    (given) => ({ ...given, organizationId: given.organizationId.replace(/.$/, 'f') }),
  ],
  user: ['Swap the user', (given) => ({ ...given, userId: given.userId.replace(/.$/, 'f') })],
} satisfies Readonly<Record<string, Alterations<BundleCase>[number]>>
const ALTERATIONS: Readonly<Record<BundleKind, Alterations<BundleCase>>> = {
  credential: [ALTERED.byte, ALTERED.target],
  export: [ALTERED.byte, ALTERED.target, ALTERED.signer, ALTERED.organization],
  import: [ALTERED.byte, ALTERED.signer, ALTERED.organization, ALTERED.user],
}

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
  const field = bindFields(given, setGiven)
  return (
    <ElementFrame onReset={() => void make(start)}>
      <Buttons>
        <Button isMain onClick={() => void make(kind)}>
          Create a bundle
        </Button>
        <AlterationButtons alterations={ALTERATIONS[kind]} value={given} onChange={setGiven} />
      </Buttons>
      <Trouble error={making.error} />
      <Fields>
        <SelectField<BundleKind>
          label="Kind"
          value={kind}
          options={Object.entries(KINDS) as [BundleKind, string][]}
          onChange={(next) => void make(next)}
        />
        <TextField label="Bundle" rows={4} {...field('bundle')} />
        <TextField
          label={kind === 'import' ? 'Target private key (stays in the engine)' : 'Your target private key'}
          rows={2}
          {...field('targetPrivateKey')}
          hint="P-256, hex. Generated for this page. Don’t paste a real key."
        />
        {kind !== 'credential' && (
          <>
            <TextField label="Pinned signer" rows={2} {...field('signerPublicKey')} />
            <TextField label="Your organization" {...field('organizationId')} />
          </>
        )}
        {kind === 'import' && <TextField label="Importing user" {...field('userId')} />}
      </Fields>
      {value && given.bundle !== '' && <Opened {...value} />}
    </ElementFrame>
  )
}

function Opened({ steps, content, members }: OpenedBundle) {
  return (
    <>
      <Checked label="Bundle checks" steps={steps} words={['Rejected:', 'Opened.']}>
        It contains {content}
      </Checked>
      {members && <TextBlock text={members} label="Bundle fields" />}
    </>
  )
}
