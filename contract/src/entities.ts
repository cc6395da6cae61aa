/** Every entity by its name. */
import { Activity, ActivityPolicyEvaluation, PolicyEvaluation, Vote } from './entities/activities.ts'
import {
  ApiKey,
  ApiKeyParams,
  ApiKeyParamsV2,
  ClientSignature,
  ReadOnlySession,
  SessionOpener,
} from './entities/apiKeys.ts'
import {
  Attestation,
  Authenticator,
  AuthenticatorAttestationResponse,
  AuthenticatorParams,
  AuthenticatorParamsV2,
  CredPropsAuthenticationExtensionsClientOutputs,
  PublicKeyCredentialWithAttestation,
  SimpleClientExtensionResults,
} from './entities/authenticators.ts'
import { Pagination, Status, Timestamp } from './entities/common.ts'
import { Credential } from './entities/credentials.ts'
import { InvitationParams } from './entities/invitations.ts'
import {
  EmailAuthCustomizationParams,
  EmailCustomizationParams,
  EmailCustomizationParamsV2,
  SmsCustomizationParams,
} from './entities/messages.ts'
import {
  OauthProvider,
  OauthProviderParams,
  OauthProviderParamsV2,
  OidcClaims,
} from './entities/oauthProviders.ts'
import { Config, Feature, Quorum } from './entities/organizations.ts'
import { CreatePolicyIntentV3, Policy, Selector, SelectorV2 } from './entities/policies.ts'
import { Address, PrivateKey, PrivateKeyParams, PrivateKeyResult } from './entities/privateKeys.ts'
import { SignRawPayloadResult } from './entities/signing.ts'
import { SmartContractInterface } from './entities/smartContractInterfaces.ts'
import { Tag } from './entities/tags.ts'
import {
  RootUserParams,
  RootUserParamsV2,
  RootUserParamsV3,
  RootUserParamsV4,
  RootUserParamsV5,
  User,
  UserParams,
  UserParamsV2,
  UserParamsV3,
  UserParamsV4,
} from './entities/users.ts'
import { Wallet, WalletAccount, WalletAccountParams, WalletParams, WalletResult } from './entities/wallets.ts'
import { WebhookEndpointData, WebhookSubscriptionParams } from './entities/webhooks.ts'

export const entities = {
  Activity,
  ActivityPolicyEvaluation,
  Address,
  ApiKey,
  ApiKeyParams,
  ApiKeyParamsV2,
  Attestation,
  Authenticator,
  AuthenticatorAttestationResponse,
  AuthenticatorParams,
  AuthenticatorParamsV2,
  ClientSignature,
  Config,
  CreatePolicyIntentV3,
  CredPropsAuthenticationExtensionsClientOutputs,
  Credential,
  EmailAuthCustomizationParams,
  EmailCustomizationParams,
  EmailCustomizationParamsV2,
  Feature,
  InvitationParams,
  OauthProvider,
  OauthProviderParams,
  OauthProviderParamsV2,
  OidcClaims,
  Pagination,
  Policy,
  PolicyEvaluation,
  PrivateKey,
  PrivateKeyParams,
  PrivateKeyResult,
  PublicKeyCredentialWithAttestation,
  Quorum,
  ReadOnlySession,
  RootUserParams,
  RootUserParamsV2,
  RootUserParamsV3,
  RootUserParamsV4,
  RootUserParamsV5,
  Selector,
  SelectorV2,
  SessionOpener,
  SignRawPayloadResult,
  SimpleClientExtensionResults,
  SmartContractInterface,
  SmsCustomizationParams,
  Status,
  Tag,
  Timestamp,
  User,
  UserParams,
  UserParamsV2,
  UserParamsV3,
  UserParamsV4,
  Vote,
  Wallet,
  WalletAccount,
  WalletAccountParams,
  WalletParams,
  WalletResult,
  WebhookEndpointData,
  WebhookSubscriptionParams,
} as const

export type EntityName = keyof typeof entities
