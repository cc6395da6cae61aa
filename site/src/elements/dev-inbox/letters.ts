/** Letters of the sandbox, and flows that send one. */
import { generateP256KeyPair, platformRandom, toHex, uncompressP256PublicKey } from '@keywright/keys'
import type { Letter } from '@keywright/sandbox'
import type { Workbench } from '../kit/workbench.ts'

const ALICE = 'alice@example.com'
const APP = 'Example'
const PHONE = '+15555550123'
const newTarget = () => toHex(uncompressP256PublicKey(generateP256KeyPair(platformRandom).publicKey))

/** What starts each letter; the answer of the call holds no code and no bundle. */
export const FLOWS = {
  'Code by email': ({ client }: Workbench) =>
    client.initOtpAuth({ appName: APP, otpType: 'OTP_TYPE_EMAIL', contact: ALICE }),
  'Code by SMS': ({ client }: Workbench) =>
    client.initOtpAuth({ appName: APP, otpType: 'OTP_TYPE_SMS', contact: PHONE }),
  'Email auth': ({ client }: Workbench) =>
    client.emailAuth({ email: ALICE, targetPublicKey: newTarget(), emailCustomization: { appName: APP } }),
  'Email recovery': ({ client }: Workbench) =>
    client.initUserEmailRecovery({
      email: ALICE,
      targetPublicKey: newTarget(),
      emailCustomization: { appName: APP },
    }),
} as const
export type Flow = keyof typeof FLOWS

/** Newest first. */
export const readLetters = ({ sandbox }: Workbench): Promise<Letter[]> =>
  sandbox.dev<{ messages: Letter[] }>('GET', '/dev/inbox?limit=50').then(({ messages }) => messages)

/** @throws KeywrightError with the engine's words: a user may ask for a few codes only in some minutes */
export async function send(bench: Workbench, flow: Flow): Promise<void> {
  await FLOWS[flow](bench)
}

/** What people copy of a letter. */
export function carriedBy({ template }: Letter): readonly (readonly [name: string, value: string])[] {
  return (['code', 'bundle'] as const).flatMap((name) => {
    const value = template[name]
    return typeof value === 'string' ? [[name === 'code' ? 'Code' : 'Credential bundle', value] as const] : []
  })
}
