/** Finds or installs kubeconform, and the schemas of Kubernetes that it checks manifests against. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './debian.mjs'
import { run } from './steps.mjs'

const VERSION = '0.8.0'
/** Its wheel has the schemas of all versions of Kubernetes since 1.25. */
const SCHEMAS = '1.37.0'
/** Outside the repository, because they are programs and data of other languages. */
const FOLDER = join(homedir(), '.cache', 'keywright', `kubeconform-${VERSION}-${SCHEMAS}`)

/**
 * Never fails: without Go and Python, the test is skipped with a message.
 * @returns KEYWRIGHT_KUBECONFORM, the folder of the command and of the schemas
 */
export async function ensureKubeconform() {
  const folder = process.env.KEYWRIGHT_KUBECONFORM ?? FOLDER
  const [go, python] = [findProgram('go'), findProgram('python3')]
  if (!existsSync(join(folder, 'kubernetes_validate')) && go && python) {
    console.log(`Installing kubeconform ${VERSION} …`)
    const env = { ...process.env, GOBIN: folder }
    await run(go, ['install', `github.com/yannh/kubeconform/cmd/kubeconform@v${VERSION}`], { env })
    const wheel = `kubernetes_validate-${SCHEMAS}-py3-none-any.whl`
    const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder]
    await run(python, [...download, `kubernetes-validate==${SCHEMAS}`])
    await run(python, ['-m', 'zipfile', '--extract', join(folder, wheel), folder])
  }
  if (existsSync(join(folder, 'kubernetes_validate'))) return { KEYWRIGHT_KUBECONFORM: folder }
  console.log('No kubeconform: skipping its test. It needs Go and Python.')
  return {}
}
