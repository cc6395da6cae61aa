/** Signatures by wallet accounts and private keys. */
import type { IntentOf } from '@keywright/contract'
import { type Payload, signPayload } from '@keywright/keys'
import { submit } from '../handler.ts'
import { findSigner } from './signing/signer.ts'

interface SignRawPayload extends Payload {
  readonly signWith: string
}

const sign_raw_payload = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'>,
  ): SignRawPayload => {
    const { payload, encoding, hashFunction } = posted as SignRawPayload
    // Version 1 knows private keys only, by their id.
    const signWith = 'privateKeyId' in posted ? posted.privateKeyId : posted.signWith
    return { signWith, payload, encoding, hashFunction }
  },

  facts: async (context, { signWith, encoding, hashFunction }) => ({
    ...(await findSigner(context, signWith)).facts,
    params: { encoding, hash_function: hashFunction },
  }),

  async execute(context, { signWith, ...payload }) {
    const { curve, taproot, openKey } = await findSigner(context, signWith)
    return signPayload(payload, { curve, taproot, privateKey: openKey() })
  },
})

export const submits = { sign_raw_payload }
