/** A certificate in files, as those who renew certificates leave them: read again whenever they change. */
import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { describeError, type Log } from '@keywright/host'
import { ServerError } from '../serverError.ts'
import type { Certificate } from './listen.ts'

export interface TlsFiles {
  /** PEM: the certificate, and the chain below it. */
  readonly certFile: string
  /** PEM, without a passphrase. */
  readonly keyFile: string
}

/** How often the files are looked at; links that are exchanged, as orchestrators do, are seen too. */
const INTERVAL_MS = 5_000

/** @throws ServerError `TLS_MALFORMED` for files that cannot be read or do not fit each other */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): Certificate {
  try {
    const certificate = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    const hint = 'Both are PEM; the key is that of the first certificate, and has no passphrase.'
    // What OpenSSL says names no byte of a key.
    const reason = (error as Error).message
    throw new ServerError('TLS_MALFORMED', `the certificate cannot be used: ${reason}`, hint, error)
  }
}

/** A change that does not fit, as between the writing of the two files, is told, and the old certificate stays. */
export function watchTlsFiles(
  files: TlsFiles,
  renew: (certificate: Certificate) => void,
  log: Log,
): { reload(): void; stop(): void } {
  const reload = () => {
    try {
      renew(readTlsFiles(files))
      log({ level: 'info', message: 'certificate renewed', file: files.certFile })
    } catch (error) {
      const { error: reason } = describeError(error)
      log({ level: 'error', message: 'certificate not renewed, the old one stays', error: reason })
    }
  }
  const changed = (now: Stats, before: Stats) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) reload()
  }
  const paths = [files.certFile, files.keyFile]
  for (const path of paths) watchFile(path, { interval: INTERVAL_MS, persistent: false }, changed)
  return {
    reload,
    stop: () => {
      for (const path of paths) unwatchFile(path, changed)
    },
  }
}
