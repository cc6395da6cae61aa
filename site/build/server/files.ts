/** The built files as a server needs them: bytes, tag and compressed forms, kept once they were asked for. */
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isText } from './contentTypes.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface ServedFile {
  readonly contentType: string
  /** Changes with the content. */
  readonly etag: string
  /** True when the file is worth compressing, so that its form depends on the request. */
  readonly varies: boolean
  body(encoding: Encoding): Promise<Buffer>
}

/** Brotli's qualities: a document takes 10 ms, or 200 ms and is a tenth smaller. */
const SOON = 9
const SMALLEST = 11

/** Below this a compressed form saves nothing. */
const COMPRESS_FROM_BYTES = 512

/** Reads files below one folder, and nothing else. */
export class FileStore {
  readonly #root: string
  readonly #kept = new Map<string, { readonly changed: number; readonly file: ServedFile }>()

  constructor(root: string) {
    this.#root = resolve(root)
  }

  /** The file at a decoded path such as `/assets/boot.js`; undefined when there is none inside the folder. */
  async find(path: string): Promise<ServedFile | undefined> {
    if (path.includes('\0') || path.includes('\\')) return undefined
    const target = join(this.#root, path)
    if (!target.startsWith(this.#root + sep)) return undefined
    try {
      // A link inside the folder must not lead out of it.
      const real = await realpath(target)
      if (!real.startsWith((await realpath(this.#root)) + sep)) return undefined
      const stats = await stat(real)
      if (!stats.isFile()) return undefined
      const kept = this.#kept.get(real)
      if (kept?.changed === stats.mtimeMs) return kept.file
      const file = toServedFile(await readFile(real), contentTypeOf(real))
      this.#kept.set(real, { changed: stats.mtimeMs, file })
      return file
    } catch {
      return undefined
    }
  }
}

function toServedFile(bytes: Buffer, contentType: string): ServedFile {
  const varies = isText(contentType) && bytes.length >= COMPRESS_FROM_BYTES
  const forms = new Map<Encoding, Promise<Buffer>>()
  return {
    contentType,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    varies,
    body(encoding) {
      if (encoding === 'identity') return Promise.resolve(bytes)
      const kept = forms.get(encoding)
      if (kept !== undefined) return kept
      const form = encoding === 'gzip' ? gzipped(bytes, { level: 9 }) : brotli(bytes, SOON)
      forms.set(encoding, form)
      // Nobody waits for the smallest form of a document: it is for whoever asks next.
      if (encoding === 'br' && contentType.startsWith('text/html'))
        void form
          .then(() => brotli(bytes, SMALLEST))
          .then((smallest) => forms.set('br', Promise.resolve(smallest)))
      return form
    },
  }
}

const brotli = promisify(
  (bytes: Buffer, quality: number, done: (error: Error | null, form: Buffer) => void) =>
    brotliCompress(
      bytes,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      },
      done,
    ),
)
const gzipped = promisify(gzip)

/** The best encoding that a request accepts (RFC 9110 §12.5.3). */
export function chooseEncoding(accept: string | undefined): Encoding {
  const accepted = new Map(
    (accept ?? '').split(',').map((part) => {
      const [name, ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return [name!.trim(), q === undefined ? 1 : Number(q)]
    }),
  )
  const accepts = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}
