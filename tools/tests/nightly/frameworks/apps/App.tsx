'use client'
import {
  EmailSignIn,
  ExportWallet,
  ImportWallet,
  KeywrightProvider,
  OauthSignIn,
  OtpSignIn,
  SignIn,
  SignUp,
  useSession,
} from '@keywright/react'

function Status() {
  return <p id="session">{useSession().status}</p>
}

export function App() {
  return (
    <KeywrightProvider
      apiBaseUrl="https://engine.example.com"
      defaultOrganizationId="3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"
    >
      <Status />
      <SignUp />
      <SignIn />
      <OtpSignIn appName="Example" />
      <EmailSignIn appName="Example" />
      <OauthSignIn providerName="Example" getToken={async () => ''} />
      <ImportWallet />
      <ExportWallet walletId="1" />
    </KeywrightProvider>
  )
}
