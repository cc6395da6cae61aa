/** What every kind of credential shares. */
import { object } from '../define.ts'
import { CredentialType } from '../enumSchemas.ts'
import { text } from '../scalars.ts'

export const Credential = object({ publicKey: text, type: CredentialType })
