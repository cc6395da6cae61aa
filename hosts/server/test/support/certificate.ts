/** Self-signed certificates for tests of TLS. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Writes a certificate for 127.0.0.1 and its key, in PEM, into the folder. */
export function makeCertificate(folder: string, name: string): { certFile: string; keyFile: string } {
  const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', '1', ...subject], {
    stdio: 'pipe',
  })
  return { certFile, keyFile }
}
