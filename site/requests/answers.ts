/** Recorded responses to the pages' requests. See `requests.slow.test.ts`. */
import recorded from './answers.json' with { type: 'json' }
import { type Body, keyOf, type PageRequest } from './pageRequests.ts'

/** Returns undefined for a request that changed since the recording or isn't from our pages. */
export const recordedAnswer = (request: PageRequest): Body | undefined =>
  (recorded as Readonly<Record<string, Body>>)[keyOf(request)]

/** Requests that can't be sent unchanged, with the reason: the sender must create some of their values. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  'features/import-wallets.mdx import_wallet':
    'The bundle must be encrypted to the response of the first request.',
  'features/email-recovery.mdx recover_user': 'It is stamped with the key from the email.',
}

/** Returns undefined for a request that runs unchanged on `keywright dev --examples`. */
export const whyOwnValues = ({ file, call }: Pick<PageRequest, 'file' | 'call'>): string | undefined =>
  OWN_VALUES[`${file} ${call}`]
