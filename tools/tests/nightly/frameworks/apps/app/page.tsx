// A server component, which renders the components of a client module.
import { KeywrightProvider, SignIn } from '@keywright/react'
import { App } from '../App'

export default function Page() {
  return (
    <>
      <App />
      <KeywrightProvider
        apiBaseUrl="https://engine.example.com"
        defaultOrganizationId="3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"
      >
        <SignIn labels={{ submit: 'From the server' }} />
      </KeywrightProvider>
    </>
  )
}
