/** What the engine answered to the requests of the pages; see `requests.slow.test.ts`. */
import recorded from './answers.json' with { type: 'json' }
import { type Body, keyOf, type PageRequest } from './pageRequests.ts'

/** Undefined for a request that was not recorded since it changed, or is no page's of ours. */
export const recordedAnswer = (request: PageRequest): Body | undefined =>
  (recorded as Readonly<Record<string, Body>>)[keyOf(request)]

/** Requests that nobody can send as they stand, and why: what they carry is made by the one who sends them. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  'features/import-wallets.mdx import_wallet':
    'The bundle has to be sealed to the answer of the first request.',
  'features/email-recovery.mdx recover_user': 'It is stamped with the key that the email carries.',
}

/** Undefined for a request that runs as it stands where `keywright dev --examples` does. */
export const whyOwnValues = ({ file, call }: Pick<PageRequest, 'file' | 'call'>): string | undefined =>
  OWN_VALUES[`${file} ${call}`]
