/** Certificate files, which are reloaded whenever they change. */
import { X509Certificate } from 'node:crypto'
import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { describeError, type Log } from '@keywright/host'
import { ServerError, unreadable } from '../serverError.ts'
import type { Certificate } from './listen.ts'

export interface TlsFiles {
  /** PEM: the certificate, followed by its chain. */
  readonly certFile: string
  /** PEM, without a passphrase. */
  readonly keyFile: string
}

/** Polling interval. Polling also detects replaced symbolic links, which orchestrators use. */
const INTERVAL_MS = 5_000

/** @throws ServerError `TLS_MALFORMED` for files that cannot be read or don't match */
function readTlsFiles({ certFile, keyFile }: TlsFiles): Certificate {
  const certificate = { cert: read('certificate', certFile), key: read('private key', keyFile) }
  try {
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    const hint = 'Both files must be PEM. The key must match the first certificate and have no passphrase.'
    // Messages of OpenSSL contain no key material.
    const reason = (error as Error).message
    throw new ServerError('TLS_MALFORMED', `the certificate cannot be used: ${reason}`, hint, error)
  }
}

/** Of the server's own certificate, the first of the chain. @returns milliseconds since 1970 */
export const expiryOf = ({ cert }: Certificate): number => Date.parse(new X509Certificate(cert).validTo)

function read(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(what, file, 'TLS_MALFORMED', error)
  }
}

/** The certificate that a server uses now. */
export interface KeptCertificate {
  current(): Certificate
  /** Reloads the files whenever they change, and hands them to the listening socket. */
  watch(renew: (certificate: Certificate) => void, log: Log): ReturnType<typeof watchTlsFiles>
}

/** @throws ServerError `TLS_MALFORMED` */
export function keepCertificate(files: TlsFiles): KeptCertificate {
  let current = readTlsFiles(files)
  return {
    current: () => current,
    watch: (renew, log) =>
      watchTlsFiles(
        files,
        (certificate) => {
          renew(certificate)
          current = certificate
        },
        log,
      ),
  }
}

/** Logs invalid changes, such as between writing the two files, and keeps the old certificate. */
function watchTlsFiles(
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
      log({ level: 'error', message: 'certificate not renewed, keeping the old one', error: reason })
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
