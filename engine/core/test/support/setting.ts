/** The organization that each test of a file begins with, in an engine of its own. */
import type { ErrorCode } from '@keywright/contract'
import type { ApiKeyPair } from '@keywright/keys'
import { beforeEach } from 'vitest'
import type { Ports } from '../../src/ports.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import type { Json } from '../../src/store/store.ts'
import type { WholeStore } from '../../src/store/wholeStore.ts'
import { CallRefused, type Client } from './client.ts'
import { createTestEngine, type TestEngine } from './engine.ts'
import { refusalOf } from './refusal.ts'
import { addSubOrganization, type SubOrganization } from './subOrganization.ts'

export let store: WholeStore
export let engine: TestEngine
export let organizationId: string
export let root: Client
export let rootKey: ApiKeyPair
export let rootUserId: string
/** Only after `inSubOrganization`. */
export let sub: SubOrganization

/** Begins each test with a new organization. @param changes ports to replace */
export function inOrganization(seed?: string, changes?: Partial<Ports>): void {
  beforeEach(() => begin(seed, changes))
}

/** Begins each test with a new organization and a sub-organization. */
export function inSubOrganization(seed?: string, changes?: Partial<Ports>): void {
  inOrganization(seed, changes)
  beforeEach(async () => {
    sub = await addSubOrganization(engine, root)
  })
}

/** Replaces engine and organization. @param alice members of the root user of a sub-organization, if one is needed */
export async function begin(seed?: string, changes?: Partial<Ports>, alice?: object): Promise<void> {
  store = createMemoryStore()
  engine = createTestEngine(seed, { store, ...changes })
  ;({ organizationId, root, rootKey, rootUserId } = await engine.organization())
  if (alice) sub = await addSubOrganization(engine, root, { alice })
}

/** Runs a call that must be rejected without a trace in the organization. */
export const refused = (attempt: () => Promise<unknown>): Promise<ErrorCode> =>
  refusalOf(engine, organizationId, attempt)
/** The same in the sub-organization. */
export const refusedInSub = (attempt: () => Promise<unknown>): Promise<ErrorCode> =>
  refusalOf(engine, sub.organizationId, attempt)

/** Writes around the engine, as anyone with access to the database can. */
export const tamper = (table: string, id: string, value: unknown, organization = organizationId) =>
  store.commit({ guards: [], writes: [{ organization, table, id, value: value as Json | undefined }] })
export const stored = async <T>(table: string, id: string, organization = organizationId) =>
  (await store.get(organization, table, id)) as T
/** An engine with empty caches, as of another process. */
export const restarted = (): TestEngine =>
  createTestEngine('restarted', { store, clock: engine.clock, rootSecret: engine.ports.rootSecret })
/** The error of a request; undefined if it is accepted. */
export const codeOf = (attempt: () => Promise<unknown>): Promise<string | undefined> =>
  attempt().then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof CallRefused)) throw error
      return error.errorCode
    },
  )
