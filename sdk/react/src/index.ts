/** Keywright in React: a provider, hooks, and unstyled accessible forms. */
'use client'

export type { CommonLabels, FormProps } from './components/ActionForm.tsx'
export {
  ActivityDetails,
  type ActivityDetailsProps,
  type ActivityLabels,
} from './components/ActivityDetails.tsx'
export { type EmailLabels, EmailSignIn, type EmailSignInProps } from './components/EmailSignIn.tsx'
export { type ExportLabels, ExportWallet, type ExportWalletProps } from './components/ExportWallet.tsx'
export { type ImportLabels, ImportWallet, type ImportWalletProps } from './components/ImportWallet.tsx'
export { OauthSignIn, type OauthSignInProps } from './components/OauthSignIn.tsx'
export { type OtpLabels, OtpSignIn, type OtpSignInProps } from './components/OtpSignIn.tsx'
export { SignIn, type SignInProps } from './components/SignIn.tsx'
export { SignUp, type SignUpLabels, type SignUpProps } from './components/SignUp.tsx'
export { ERROR_TEXTS, type ErrorTexts, errorText } from './errorTexts.ts'
export {
  type EmailSignIn as EmailSignInActions,
  ETHEREUM_ACCOUNT,
  FIRST_WALLET,
  type GetToken,
  type OauthSignIn as OauthSignInActions,
  type OtpSignIn as OtpSignInActions,
  type Signature,
  type SignInput,
  useEmailSignIn,
  useOauthSignIn,
  useOtpSignIn,
  usePasskeySignIn,
  useSign,
  useSignOut,
  useSignUp,
  useWallets,
  type WalletsState,
  type WalletWithAccounts,
} from './hooks.ts'
export {
  type KeywrightHandle,
  KeywrightProvider,
  type KeywrightProviderProps,
  useKeywright,
  useSession,
} from './KeywrightProvider.tsx'
export type { SessionState, SignedOutReason } from './sessionStore.ts'
export { type Action, type ActionState, useAction } from './useAction.ts'
