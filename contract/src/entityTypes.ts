/** The TypeScript type of every entity and enumeration, derived from its schema. */
import type * as z from 'zod/mini'
import type { entities } from './entities.ts'
import type { EnumMember } from './enums.ts'

type Entities = typeof entities

export type Activity = z.infer<Entities['Activity']>
export type ActivityPolicyEvaluation = z.infer<Entities['ActivityPolicyEvaluation']>
export type Address = z.infer<Entities['Address']>
export type ApiKey = z.infer<Entities['ApiKey']>
export type ApiKeyParams = z.infer<Entities['ApiKeyParams']>
export type ApiKeyParamsV2 = z.infer<Entities['ApiKeyParamsV2']>
export type Attestation = z.infer<Entities['Attestation']>
export type Authenticator = z.infer<Entities['Authenticator']>
export type AuthenticatorAttestationResponse = z.infer<Entities['AuthenticatorAttestationResponse']>
export type AuthenticatorParams = z.infer<Entities['AuthenticatorParams']>
export type AuthenticatorParamsV2 = z.infer<Entities['AuthenticatorParamsV2']>
export type ClientSignature = z.infer<Entities['ClientSignature']>
export type Config = z.infer<Entities['Config']>
export type CreatePolicyIntentV3 = z.infer<Entities['CreatePolicyIntentV3']>
export type CredPropsAuthenticationExtensionsClientOutputs = z.infer<
  Entities['CredPropsAuthenticationExtensionsClientOutputs']
>
export type Credential = z.infer<Entities['Credential']>
export type EmailAuthCustomizationParams = z.infer<Entities['EmailAuthCustomizationParams']>
export type EmailCustomizationParams = z.infer<Entities['EmailCustomizationParams']>
export type EmailCustomizationParamsV2 = z.infer<Entities['EmailCustomizationParamsV2']>
export type Feature = z.infer<Entities['Feature']>
export type InvitationParams = z.infer<Entities['InvitationParams']>
export type OauthProvider = z.infer<Entities['OauthProvider']>
export type OauthProviderParams = z.infer<Entities['OauthProviderParams']>
export type OauthProviderParamsV2 = z.infer<Entities['OauthProviderParamsV2']>
export type OidcClaims = z.infer<Entities['OidcClaims']>
export type Pagination = z.infer<Entities['Pagination']>
export type Policy = z.infer<Entities['Policy']>
export type PolicyEvaluation = z.infer<Entities['PolicyEvaluation']>
export type PrivateKey = z.infer<Entities['PrivateKey']>
export type PrivateKeyParams = z.infer<Entities['PrivateKeyParams']>
export type PrivateKeyResult = z.infer<Entities['PrivateKeyResult']>
export type PublicKeyCredentialWithAttestation = z.infer<Entities['PublicKeyCredentialWithAttestation']>
export type Quorum = z.infer<Entities['Quorum']>
export type ReadOnlySession = z.infer<Entities['ReadOnlySession']>
export type RootUserParams = z.infer<Entities['RootUserParams']>
export type RootUserParamsV2 = z.infer<Entities['RootUserParamsV2']>
export type RootUserParamsV3 = z.infer<Entities['RootUserParamsV3']>
export type RootUserParamsV4 = z.infer<Entities['RootUserParamsV4']>
export type RootUserParamsV5 = z.infer<Entities['RootUserParamsV5']>
export type Selector = z.infer<Entities['Selector']>
export type SelectorV2 = z.infer<Entities['SelectorV2']>
export type SessionOpener = z.infer<Entities['SessionOpener']>
export type SignRawPayloadResult = z.infer<Entities['SignRawPayloadResult']>
export type SimpleClientExtensionResults = z.infer<Entities['SimpleClientExtensionResults']>
export type SmsCustomizationParams = z.infer<Entities['SmsCustomizationParams']>
export type Status = z.infer<Entities['Status']>
export type Tag = z.infer<Entities['Tag']>
export type Timestamp = z.infer<Entities['Timestamp']>
export type User = z.infer<Entities['User']>
export type UserParams = z.infer<Entities['UserParams']>
export type UserParamsV2 = z.infer<Entities['UserParamsV2']>
export type UserParamsV3 = z.infer<Entities['UserParamsV3']>
export type UserParamsV4 = z.infer<Entities['UserParamsV4']>
export type Vote = z.infer<Entities['Vote']>
export type Wallet = z.infer<Entities['Wallet']>
export type WalletAccount = z.infer<Entities['WalletAccount']>
export type WalletAccountParams = z.infer<Entities['WalletAccountParams']>
export type WalletParams = z.infer<Entities['WalletParams']>
export type WalletResult = z.infer<Entities['WalletResult']>
export type WebhookEndpointData = z.infer<Entities['WebhookEndpointData']>
export type WebhookSubscriptionParams = z.infer<Entities['WebhookSubscriptionParams']>

export type AccessType = EnumMember<'AccessType'>
export type ActivityStatus = EnumMember<'ActivityStatus'>
export type ActivityType = EnumMember<'ActivityType'>
export type AddressFormat = EnumMember<'AddressFormat'>
export type ApiKeyCurve = EnumMember<'ApiKeyCurve'>
export type AuthenticatorAttachment = EnumMember<'AuthenticatorAttachment'>
export type AuthenticatorTransport = EnumMember<'AuthenticatorTransport'>
export type ClientSignatureScheme = EnumMember<'ClientSignatureScheme'>
export type CredentialType = EnumMember<'CredentialType'>
export type Curve = EnumMember<'Curve'>
export type Effect = EnumMember<'Effect'>
export type FeatureName = EnumMember<'FeatureName'>
export type HashFunction = EnumMember<'HashFunction'>
export type MnemonicLanguage = EnumMember<'MnemonicLanguage'>
export type Operator = EnumMember<'Operator'>
export type OtpType = EnumMember<'OtpType'>
export type Outcome = EnumMember<'Outcome'>
export type PathFormat = EnumMember<'PathFormat'>
export type PayloadEncoding = EnumMember<'PayloadEncoding'>
export type PublicKeyCredentialType = EnumMember<'PublicKeyCredentialType'>
export type SubOrganizationFilter = EnumMember<'SubOrganizationFilter'>
export type TagType = EnumMember<'TagType'>
export type TransactionType = EnumMember<'TransactionType'>
export type VerifiedSubOrganizationFilter = EnumMember<'VerifiedSubOrganizationFilter'>
export type VoteSelection = EnumMember<'VoteSelection'>
