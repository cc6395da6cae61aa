import { calls } from '@keywright/contract'
import { expect, it } from 'vitest'
import { queryPreparations, submitPreparations, type SubmitType } from './accepted/index.ts'
import { createWorld } from './world.ts'

it('accepts every version', async () => {
  const world = await createWorld()
  const bad: string[] = []
  for (const [type, prepare] of Object.entries(submitPreparations)) {
    try {
      const { client, parameters } = await prepare(world)
      await client.run(type as SubmitType, parameters as never)
    } catch (error) {
      bad.push(`${type}: ${(error as Error).message}`)
    }
  }
  for (const [name, prepare] of Object.entries(queryPreparations)) {
    try {
      const { client, parameters } = await prepare(world)
      await client.query(name as keyof typeof queryPreparations, parameters as never)
    } catch (error) {
      bad.push(`${name}: ${(error as Error).message}`)
    }
  }
  expect(bad).toEqual([])
  expect(Object.keys(calls).length).toBeGreaterThan(0)
})
