import { describe, expect, it } from 'vitest'
import { withSecret } from './secret.ts'

const ZEROS = new Uint8Array(3)
const secret = () => Uint8Array.of(1, 2, 3)

describe('withSecret', () => {
  it('answers what came of the secret, and leaves zeros', () => {
    const bytes = secret()
    expect(withSecret(bytes, ([first, second, third]) => first! + second! + third!)).toBe(6)
    expect(bytes).toEqual(ZEROS)
  })

  it('leaves zeros when its use fails', () => {
    const bytes = secret()
    const fail = () => {
      throw new Error('no')
    }
    expect(() => withSecret(bytes, fail)).toThrow('no')
    expect(bytes).toEqual(ZEROS)
  })

  it('waits for a use that takes time, kept or broken', async () => {
    const [kept, broken] = [secret(), secret()]
    const later = async (bytes: Uint8Array) => {
      await Promise.resolve()
      return bytes[0]
    }
    expect(await withSecret(kept, later)).toBe(1)
    expect(kept).toEqual(ZEROS)
    const failing = withSecret(broken, async (bytes) => {
      expect(await later(bytes)).toBe(1)
      throw new Error('no')
    })
    expect(broken).toEqual(secret())
    await expect(failing).rejects.toThrow('no')
    expect(broken).toEqual(ZEROS)
  })
})
