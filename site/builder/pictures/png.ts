/** Encodes PNG files with a palette, which for images with few colors are a third of the size and fast to write. */
import { constants, crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const MAX_COLORS = 256

/**
 * Encodes an image as a PNG file.
 * @param pixels opaque, four bytes each: red, green, blue, alpha
 * @throws Error if the image has more than 256 colors
 */
export function encodePng(pixels: Uint8Array, width: number): Uint8Array {
  const height = pixels.length / 4 / width
  const { rows, palette } = indexColors(pixels, width)
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  // Eight bits per pixel, color type 3: an index into the palette (PNG, §11.2.1).
  header.setUint8(8, 8)
  header.setUint8(9, 3)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('PLTE', palette),
    // Cards are mostly runs of one color, so other matches gain little and take longer.
    chunk('IDAT', deflateSync(rows, { strategy: constants.Z_RLE })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Rows of palette indexes, each after a filter byte of 0. */
function indexColors(pixels: Uint8Array, width: number): { rows: Uint8Array; palette: Uint8Array } {
  const colors = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const rows = new Uint8Array(colors.length + colors.length / width)
  const indexes = new Map<number, number>()
  let target = 0
  for (let start = 0; start < colors.length; start += width) {
    target++
    for (let at = start; at < start + width; ) {
      const color = colors[at]!
      const run = at
      while (at < start + width && colors[at] === color) at++
      const index = indexes.get(color) ?? indexes.size
      indexes.set(color, index)
      rows.fill(index, target, (target += at - run))
    }
  }
  if (indexes.size > MAX_COLORS)
    throw new Error(`the picture has ${indexes.size} colors, a PNG palette holds ${MAX_COLORS}`)
  const bytes = new Uint8Array(Int32Array.from(indexes.keys()).buffer)
  return { rows, palette: bytes.filter((_, at) => at % 4 < 3) }
}

/** Length, name, data and checksum (PNG, §5.3). */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, data.length)
  ends.setUint32(4, crc32(named))
  const bytes = new Uint8Array(ends.buffer)
  return Buffer.concat([bytes.subarray(0, 4), named, bytes.subarray(4)])
}
