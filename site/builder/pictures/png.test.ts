import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodePng } from './png.ts'

/** Decodes an image with a palette and unfiltered rows. */
function decode(file: Uint8Array): { width: number; pixels: number[] } {
  const view = Buffer.from(file)
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < view.length; ) {
    const length = view.readUInt32BE(at)
    chunks.set(view.toString('latin1', at + 4, at + 8), view.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const width = chunks.get('IHDR')!.readUInt32BE(0)
  const palette = chunks.get('PLTE')!
  const indexes = [...inflateSync(chunks.get('IDAT')!)].filter((_, at) => at % (width + 1) > 0)
  return { width, pixels: indexes.flatMap((index) => [...palette.subarray(3 * index, 3 * index + 3), 255]) }
}

it('keeps every pixel', () => {
  const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constant(255))
  const picture = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 12 }))
    .chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        colors: fc.array(color, { minLength: width * height, maxLength: width * height }),
      }),
    )
  fc.assert(
    fc.property(picture, ({ width, colors }) => {
      const pixels = colors.flat()
      expect(decode(encodePng(Uint8Array.from(pixels), width))).toEqual({ width, pixels })
    }),
  )
})

it('rejects an image with more than 256 colors', () => {
  const pixels = Uint8Array.from({ length: 257 }, (_, at) => at).map((at) => at % 256)
  const colors = Uint8Array.from([...pixels].flatMap((blue, at) => [at > 255 ? 1 : 0, 0, blue, 255]))
  expect(() => encodePng(colors, 257)).toThrow('the picture has 257 colors, a PNG palette holds 256')
})
