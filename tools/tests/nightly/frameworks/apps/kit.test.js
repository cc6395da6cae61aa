import { memoryStorage } from '@keywright/browser'
import { createAuthenticator } from '@keywright/client/dev'
import { KeywrightProvider, SignUp, useSession } from '@keywright/react'
import { startKeywright } from 'keywright/testing'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const sleep = () => new Promise((done) => setTimeout(done, 10))

it('signs a user up in a form, against an engine in this process', async () => {
  const kw = await startKeywright()
  const { credentials } = createAuthenticator({ origin: 'https://app.example.com' })
  const Status = () => h('p', { id: 'session' }, useSession().status)
  const host = document.body.appendChild(document.createElement('main'))
  const root = createRoot(host)
  root.render(
    h(
      KeywrightProvider,
      {
        ...{ apiBaseUrl: kw.url, defaultOrganizationId: kw.organizationId, rpId: 'app.example.com' },
        ...{ fetch: kw.fetch, now: kw.clock.now, storage: memoryStorage(), credentials },
      },
      h(SignUp, {
        withEmail: false,
        createOrganization: (params) => kw.client.createSubOrganization(params),
      }),
      h(Status),
    ),
  )
  while (host.querySelector('#session')?.textContent !== 'signed-out') await sleep()
  host.querySelector('input').value = 'Alice'
  host.querySelector('form').requestSubmit()
  while (host.querySelector('#session').textContent !== 'signed-in') {
    const { textContent } = host.querySelector('[role=alert]')
    if (textContent) throw new Error(textContent)
    await sleep()
  }
  root.unmount()
  await kw.close()
})
