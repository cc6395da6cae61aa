/** Authenticators: registered WebAuthn credentials. */
import { list, object, optional } from '../define.ts'
import { AuthenticatorAttachment, AuthenticatorTransport, PublicKeyCredentialType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { base64url, flag, name, text } from '../scalars.ts'
import { Timestamp } from './common.ts'
import { Credential } from './credentials.ts'

export const CredPropsAuthenticationExtensionsClientOutputs = object({ rk: flag })

export const SimpleClientExtensionResults = object({
  appid: optional(flag),
  appidExclude: optional(flag),
  credProps: optional(CredPropsAuthenticationExtensionsClientOutputs),
})

export const AuthenticatorAttestationResponse = object({
  clientDataJson: base64url,
  attestationObject: base64url,
  transports: optional(list(AuthenticatorTransport)),
  authenticatorAttachment: optional(AuthenticatorAttachment),
})

export const PublicKeyCredentialWithAttestation = object({
  id: base64url,
  type: PublicKeyCredentialType,
  rawId: base64url,
  authenticatorAttachment: optional(AuthenticatorAttachment),
  response: AuthenticatorAttestationResponse,
  clientExtensionResults: SimpleClientExtensionResults,
})

export const Attestation = object({
  credentialId: base64url,
  clientDataJson: base64url,
  attestationObject: base64url,
  transports: list(AuthenticatorTransport),
})

export const AuthenticatorParams = object({
  authenticatorName: name,
  userId: ids.user,
  attestation: PublicKeyCredentialWithAttestation,
  challenge: text,
})

export const AuthenticatorParamsV2 = object({
  authenticatorName: name,
  challenge: text,
  attestation: Attestation,
})

export const Authenticator = object({
  transports: list(AuthenticatorTransport),
  attestationType: text,
  aaguid: text,
  credentialId: base64url,
  model: text,
  credential: Credential,
  authenticatorId: ids.authenticator,
  authenticatorName: name,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
