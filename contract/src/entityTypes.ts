/** The TypeScript type of every entity and enumeration, derived from its schema. */
import type * as z from 'zod/mini'
import type { entities } from './entities.ts'
import type { EnumMember } from './enums.ts'

type Entities = typeof entities

export type Activity = z.infer<Entities['Activity']>
export type ApiKey = z.infer<Entities['ApiKey']>
export type Authenticator = z.infer<Entities['Authenticator']>
export type AuthenticatorParams = z.infer<Entities['AuthenticatorParams']>
export type AuthenticatorParamsV2 = z.infer<Entities['AuthenticatorParamsV2']>
export type ClientSignature = z.infer<Entities['ClientSignature']>
export type OauthProvider = z.infer<Entities['OauthProvider']>
export type OauthProviderParamsV2 = z.infer<Entities['OauthProviderParamsV2']>
export type Pagination = z.infer<Entities['Pagination']>
export type Policy = z.infer<Entities['Policy']>
export type PrivateKey = z.infer<Entities['PrivateKey']>
export type PrivateKeyParams = z.infer<Entities['PrivateKeyParams']>
export type ReadOnlySession = z.infer<Entities['ReadOnlySession']>
export type SmartContractInterface = z.infer<Entities['SmartContractInterface']>
export type Tag = z.infer<Entities['Tag']>
export type User = z.infer<Entities['User']>
export type Vote = z.infer<Entities['Vote']>
export type Wallet = z.infer<Entities['Wallet']>
export type WalletAccount = z.infer<Entities['WalletAccount']>
export type WalletAccountParams = z.infer<Entities['WalletAccountParams']>
export type WalletParams = z.infer<Entities['WalletParams']>
export type WebhookEndpointData = z.infer<Entities['WebhookEndpointData']>

export type ActivityStatus = EnumMember<'ActivityStatus'>
export type ActivityType = EnumMember<'ActivityType'>
export type AddressFormat = EnumMember<'AddressFormat'>
export type ApiKeyCurve = EnumMember<'ApiKeyCurve'>
export type CredentialType = EnumMember<'CredentialType'>
export type Curve = EnumMember<'Curve'>
export type FeatureName = EnumMember<'FeatureName'>
