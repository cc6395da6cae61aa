import { describe, expect, it } from 'vitest'
import { inOrder } from './inOrder.ts'

function begin() {
  const said: string[] = []
  return { said, order: inOrder<string>((one) => void said.push(one)) }
}

describe('events of a run', () => {
  it('are reported immediately if no earlier event is pending', () => {
    const { said, order } = begin()
    order.say('a')
    order.say('b')
    expect(said).toEqual(['a', 'b'])
  })

  it('wait for earlier pending events and keep their order', () => {
    const { said, order } = begin()
    const [first, second] = [order.hold(), order.hold()]
    order.say('after both')
    second.say('second')
    second.close()
    expect(said).toEqual([])
    first.say('first')
    expect(said).toEqual(['first'])
    first.say('first, again')
    first.close()
    order.say('last')
    expect(said).toEqual(['first', 'first, again', 'second', 'after both', 'last'])
  })

  it('are reported at the end as far as known, and never later', () => {
    const { said, order } = begin()
    const never = order.hold()
    order.say('printed')
    order.end()
    expect(said).toEqual(['printed'])
    never.say('too late')
    never.close()
    order.say('too late')
    order.hold().say('too late')
    expect(said).toEqual(['printed'])
  })
})
