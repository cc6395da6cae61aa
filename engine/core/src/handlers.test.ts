import { readFileSync } from 'node:fs'
import { callList, enums, findCallOfType } from '@keywright/contract'
import { kindOfActivity, listActivityKinds, ROOT_ONLY_KINDS, resourceAndActionOf } from '@keywright/policy'
import { expect, it } from 'vitest'
import { SUB_ORGANIZATION_FEATURES } from './authorize/features.ts'
import { loadSubmitHandlers } from './handlers.ts'

const pageText = (page: string) => readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8')
/** Votes are not activities: policies never see them. */
const isVote = (type: string) => ['approve_activity', 'reject_activity'].includes(findCallOfType(type)!.name)
const submitted = enums.ActivityType.filter((type) => !isVote(type))

it.each(submitted)('%s has the same resource and action in policies as in the contract', (type) => {
  expect(resourceAndActionOf(type), 'give it a kind in engine/policy/src/activities.ts').toEqual({
    resource: findCallOfType(type)!.resource,
    action: findCallOfType(type)!.action,
  })
})

it('the root-only activities of policies are those that the contract reserves for the root quorum', () => {
  const rootOnly = callList.flatMap((call) =>
    call.kind === 'submit' && call.authority === 'root' ? [kindOfActivity(call.postedType)] : [],
  )
  expect([...ROOT_ONLY_KINDS].sort()).toEqual(rootOnly.sort())
})

it('every activity type has a handler and a kind in policies', async () => {
  const handlerOf = await loadSubmitHandlers('approve_activity')
  for (const type of submitted) {
    expect(listActivityKinds()).toContain(kindOfActivity(type))
    expect(handlerOf(type).execute).toBeTypeOf('function')
  }
})

it.each([
  ['site/content/embedded-wallets/overview.mdx', []],
  ['site/answers/policies.mdx', []],
  ['site/content/concepts/policies/examples.mdx', ['INIT_USER_EMAIL_RECOVERY']],
])('the policy of a backend in %s allows every call that a parent may start', async (page, elsewhere) => {
  const handlerOf = await loadSubmitHandlers('approve_activity')
  const started = submitted.filter((type) => handlerOf(type).startableByParent).map(kindOfActivity)
  const [, kinds] = /^activity\.kind in \[('EMAIL_AUTH'.+)\]$/m.exec(pageText(page))!
  const allowed = kinds!.split(', ').map((kind) => kind.replaceAll("'", ''))
  expect([...allowed, ...elsewhere].sort()).toEqual([...new Set(started)].sort())
})

it.each(SUB_ORGANIZATION_FEATURES.filter((name) => name.includes('EMAIL')))(
  'the owner of a pregenerated wallet turns off %s',
  (feature) => {
    const [step] = /\*\*Turn email off\*\*.+/.exec(
      pageText('site/content/features/pregenerated-wallets.mdx'),
    )!
    expect(step).toContain(feature)
  },
)
