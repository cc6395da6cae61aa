/** Bounds the bytes that one caller can store or read with a request. */
import { limits } from '@keywright/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { collectContents, type WholeStore } from '../../src/store/wholeStore.ts'
import { addPrivateKey, addUser, type Client } from '../support/index.ts'
import { engine, inOrganization, root } from '../support/setting.ts'

let stranger: Client
inOrganization('padding')
beforeEach(async () => {
  stranger = (await addUser(engine, root, 'stranger')).client
})

const PAD = ' '.repeat(1_000_000)

describe('a padded request from a user without grants', () => {
  it.each<[string, (text: string) => string]>([
    ['whitespace', (text) => text + PAD],
    ['whitespace within the limit of the call', (text) => text + PAD.slice(0, 60_000)],
    ['an unknown member', (text) => text.replace('{', `{"padding":"${PAD.slice(0, 60_000)}",`)],
    ['escapes', (text) => text.replace('ACTIVITY', '\\u0041CTIVITY') + PAD.slice(0, 8_000)],
  ])('is rejected: %s', async (_what, pad) => {
    const { path, text } = stranger.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const response = await stranger.post({ path, text: pad(text) })
    expect(await response.json()).toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ errorCode: 'BODY_TOO_LARGE' })]),
    })
    expect(response.status).toBe(400)
  })

  it('does not fill the store, even if repeated', async () => {
    const before = await stateBytes()
    for (let n = 0; n < 5; n++) {
      engine.clock.advance({ milliseconds: 1 })
      const { path, text } = stranger.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
      await stranger.post({ path, text: text + PAD })
    }
    expect((await stateBytes()) - before).toBeLessThan(65_536)
  })

  it('may be pretty-printed', async () => {
    const { path, text } = stranger.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const response = await stranger.post({ path, text: JSON.stringify(JSON.parse(text), null, 8) })
    expect(response.status).toBe(200)
  })
})

describe('list_activities with large entries', () => {
  const ENTRIES = 6
  beforeEach(async () => {
    const signWith = await addPrivateKey(root, 'signer')
    for (let n = 0; n < ENTRIES; n++) {
      engine.clock.advance({ milliseconds: 1 })
      await root.submit('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith,
        payload: `${n}`.repeat(400_000),
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      })
    }
  })

  it('respects the byte limit of responses, and its cursors continue in both directions', async () => {
    const all = await root.query('list_activities', { paginationOptions: { limit: '1' } })
    let page = all.activities
    const seen = page.map(({ id }) => id)
    for (;;) {
      const answer = await root.query('list_activities', {
        paginationOptions: { limit: '100', after: seen.at(-1)! },
      })
      page = answer.activities
      if (page.length === 0) break
      expect(page.length === 1 || JSON.stringify(answer).length < limits.answerBytes + 100).toBe(true)
      seen.push(...page.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual([...seen].sort().reverse())
    expect(seen.length).toBeGreaterThan(ENTRIES)
    const backwards = await root.query('list_activities', {
      paginationOptions: { limit: '100', before: seen[4]! },
    })
    const ids = backwards.activities.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).toEqual(seen.slice(4 - ids.length, 4))
  })
})

async function stateBytes(): Promise<number> {
  const { rows } = await collectContents((engine.ports.store as WholeStore).readAll())
  return rows.reduce((sum, [, , , value]) => sum + value.length, 0)
}
