/** How people ask for each section of the site; one file for each group of pages. */

import { apiOverview } from './apiOverview.ts'
import type { AskedAs } from './askedAs.ts'
import { automation } from './automation.ts'
import { calls } from './calls.ts'
import { cli } from './cli.ts'
import { concepts } from './concepts.ts'
import { ecosystems } from './ecosystems.ts'
import { embeddedWallets } from './embeddedWallets.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { general } from './general.ts'
import { gettingStarted } from './gettingStarted.ts'
import { newcomers } from './newcomers.ts'
import { operate } from './operate.ts'
import { passkeys } from './passkeys.ts'
import { policies } from './policies.ts'
import { reference } from './reference.ts'
import { sdks } from './sdks.ts'
import { security } from './security.ts'

const groups: readonly AskedAs[] = [
  apiOverview,
  automation,
  calls,
  cli,
  concepts,
  ecosystems,
  embeddedWallets,
  errors,
  features,
  general,
  gettingStarted,
  newcomers,
  operate,
  passkeys,
  policies,
  reference,
  sdks,
  security,
]

/** Each phrase with its place, in the order of the files. */
export const askedPhrases: readonly (readonly [place: string, phrase: string])[] = groups.flatMap((group) =>
  Object.entries(group).flatMap(([place, phrases]) => phrases.map((phrase) => [place, phrase] as const)),
)

/** Place → its phrases. */
export const askedAs: ReadonlyMap<string, readonly string[]> = askedPhrases.reduce(
  (all, [place, phrase]) => all.set(place, [...(all.get(place) ?? []), phrase]),
  new Map<string, readonly string[]>(),
)
