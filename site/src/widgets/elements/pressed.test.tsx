// @vitest-environment happy-dom
/** Presses the buttons of each element and checks what it shows, against a sandbox in this process. */

import { buttonNamed, click, fill, until } from '@keywright/ui/test'
import { beforeAll, describe, it, vi } from 'vitest'
import { openElement } from '../../../test/elements/openElement.tsx'
import { openWorkbench } from '../kit/workbench.ts'

vi.mock('../sandbox/pageSandbox.ts', () => import('../../../test/elements/inProcess.ts'))

// Load the engine once, outside the tests' time limit.
beforeAll(async () => void (await openWorkbench()))

let host: HTMLElement
const open = async (id: string, chosen?: Readonly<Record<string, string>>) => {
  host = await openElement(id, chosen)
}
const pressing = async (name: string) => click(await until(() => buttonNamed(name)))
const shows = (words: string) => until(() => host.textContent!.includes(words))

describe('passkey-demo', () => {
  it('creates a passkey and signs a request with it', async () => {
    await open('passkey-demo')
    await pressing('Create a passkey')
    await shows('Registered.')
    await pressing('Sign a request')
    await shows('the engine identified the signer as Alice.')
    await shows('webauthn.get')
    await fill('residentKey', 'discouraged')
    await pressing('Create a passkey')
    await pressing('Sign a request')
    await shows('No signature:')
  })

  it('reports a browser without passkeys', async () => {
    await open('passkey-demo', { compact: 'true' })
    await fill('Authenticator', 'own')
    await pressing('Create a passkey')
    await shows('passkeys are not available in this browser or on this page')
  })
})
