/** The public stampers, each with the credential of a test client. */
import type { Client } from '@keywright/engine/test'
import { ApiKeyStamper as NewApiKeyStamper } from 'api-key-stamper-new'
import { ApiKeyStamper as OldApiKeyStamper } from 'api-key-stamper-old'
import { vi } from 'vitest'
import { WebauthnStamper as NewWebauthnStamper } from 'webauthn-stamper-new'
import { WebauthnStamper as OldWebauthnStamper } from 'webauthn-stamper-old'
import { navigatorOf } from './navigator.ts'

export interface PublicStamper {
  stamp(body: string): Promise<{ stampHeaderName: string; stampHeaderValue: string }>
}

export type Age = 'old' | 'new'

const STAMPERS = {
  old: { ApiKeyStamper: OldApiKeyStamper, WebauthnStamper: OldWebauthnStamper },
  new: { ApiKeyStamper: NewApiKeyStamper, WebauthnStamper: NewWebauthnStamper },
}

/** Stamps as the client's user does: with its API key, or with its passkey at a prompt. */
export function publicStamperOf({ stamper: { apiKey, passkey } }: Client, age: Age): PublicStamper {
  const { WebauthnStamper } = STAMPERS[age]
  if (apiKey) return publicApiKeyStamper(apiKey, age)
  if (!passkey) throw new Error('the client stamps with neither an API key nor a passkey')
  const prompt = new WebauthnStamper({ rpId: 'app.example.com' })
  return {
    async stamp(body) {
      vi.stubGlobal('navigator', navigatorOf(passkey))
      return prompt.stamp(body).finally(() => vi.unstubAllGlobals())
    },
  }
}

export function publicApiKeyStamper(
  { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string },
  age: Age,
): PublicStamper {
  const { ApiKeyStamper } = STAMPERS[age]
  return new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
}

/** For a client that is looked at and never sends. */
export const UNUSED: PublicStamper = {
  stamp: () => Promise.reject(new Error('nothing is to be stamped')),
}
