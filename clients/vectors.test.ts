/** The vectors that the clients share are what the engine's keys make today. */
import { readFileSync } from 'node:fs'
import { inProcess } from '@keywright/conformance'
import { typescript } from '@keywright/conformance/typescript'
import { expect, it } from 'vitest'
import { generatedFiles } from './generator/files.ts'
import { vectors } from './generator/vectors.ts'
import { sendVectors } from './test/sendVectors.ts'

it('vectors.json is current (else run `npm run generate`)', async () => {
  const written: unknown = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))
  expect(written).toEqual(await vectors())
})

it('holds for every activity type that its path follows from its name', async () => {
  for (const [type, path] of Object.entries((await vectors()).activityTypes)) {
    const call = type
      .replace('ACTIVITY_TYPE_', '')
      .replace(/_V\d+$/, '')
      .toLowerCase()
    expect(path).toBe(`/public/v1/submit/${call}`)
  }
})

it('the client for TypeScript reads them', async () => {
  for (const { name, found, expected } of await sendVectors(inProcess(typescript))) {
    // It has several errors of keys.
    expect(found.replace(/^KEY_.*/, 'KEY_INVALID'), name).toBe(expected)
  }
})

it.each(Object.entries(generatedFiles()))('%s is current (else run `npm run generate`)', (file, text) => {
  expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toBe(text)
})
