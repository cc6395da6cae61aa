/** What each entity is, and what its members mean where the shared words don’t say enough. */
import type { EntityName } from '../entities.ts'

export interface EntityWords {
  /** One sentence. */
  summary: string
  fields?: Readonly<Record<string, string>>
}

const rootUser = 'A root user of a new sub-organization'
const newUser = 'A user to create'
const oldPasskey = { userId: 'Id of the user; ignored, the request names the user.' }

export const entityWords: Readonly<Record<EntityName, EntityWords>> = {
  Activity: {
    summary: 'A submitted write: its request, its votes, its status and its result.',
    fields: {
      id: 'Id of the activity, a UUID that grows with time.',
      organizationId: 'Id of the organization that the activity belongs to, a UUID.',
      status: 'The status of the activity.',
      type: 'Activity type that was posted, with its version.',
      intent:
        'The request: an object with one member, named after the type and version. Secrets (tokens and codes) are replaced by `[withheld]`, except in the response to the request that submitted the activity.',
      result: 'The result: an object with one member, named after the type. Empty until completed.',
      votes: 'Votes so far; the first is the submitter’s approval.',
      canApprove: 'Whether the caller can still approve it.',
      canReject: 'Whether the caller can still reject it.',
      createdAt: 'When the activity was submitted.',
      updatedAt: 'When the status or the votes last changed.',
      failure: 'Why it failed. Null unless the status is FAILED.',
      withheld:
        'Names of secret members that `result` had. Only the first response to the submit contains them; responses to a repeated submit and to queries do not. Submit a new request to get a new secret.',
    },
  },
  ActivityPolicyEvaluation: {
    summary: 'The outcome of the policies after a vote on an activity.',
    fields: { id: 'Id of the evaluation, a UUID.', organizationId: 'Id of the organization, a UUID.' },
  },
  Address: {
    summary: 'An address of a private key.',
    fields: { format: 'How the address is written.', address: 'The address.' },
  },
  ApiKey: {
    summary: 'An API key of a user: a public key whose private half stamps requests.',
    fields: {
      credential: 'The public key and what kind of credential it is.',
      expirationSeconds:
        'Lifetime in seconds, counted from `createdAt`. Absent: the key does not expire. A 64-bit number, sent as a string.',
      openedBy:
        'For a session: the credential of the sign-in, then the sessions in between. Removing one of them ends the session.',
    },
  },
  ApiKeyParams: {
    summary: 'An API key to register, on P-256.',
    fields: {
      publicKey: 'Compressed P-256 public key, 66 hex digits.',
      expirationSeconds:
        'Lifetime in seconds. If omitted, the key does not expire. A 64-bit number, sent as a string.',
    },
  },
  ApiKeyParamsV2: {
    summary: 'An API key to register.',
    fields: {
      publicKey: 'Public key in hex: compressed (66 digits) on P-256 and secp256k1, 64 digits on Ed25519.',
      expirationSeconds:
        'Lifetime in seconds. If omitted, the key does not expire. A 64-bit number, sent as a string.',
    },
  },
  Attestation: { summary: 'The response of a WebAuthn registration.' },
  Authenticator: {
    summary: 'An authenticator (passkey) of a user.',
    fields: {
      attestationType: 'Attestation format of the registration, usually `none`.',
      aaguid:
        'AAGUID of the authenticator: the model as its maker declares it, a UUID. All zeros if withheld.',
      model: 'Name of the model that the AAGUID stands for; empty if unknown.',
      credential: 'The public key and what kind of credential it is.',
    },
  },
  AuthenticatorAttestationResponse: {
    summary: 'The `response` of a WebAuthn registration, as in the first versions.',
  },
  AuthenticatorParams: {
    summary: 'An authenticator to register, as in the first versions.',
    fields: oldPasskey,
  },
  AuthenticatorParamsV2: { summary: 'An authenticator to register.' },
  ClientSignature: {
    summary: 'A signature by the client’s own key that ties a login or a sign-up to that key.',
    fields: {
      publicKey: 'Compressed P-256 public key, 66 hex digits.',
      scheme: 'How the signature is made.',
      message:
        'The exact text that was signed. It must contain the `id` of the verification token and, for `otp_login`, the `publicKey` that is registered; its format is up to you.',
      signature: 'The signature, DER, hex.',
    },
  },
  Config: { summary: 'Features and root quorum of an organization.' },
  CreatePolicyIntentV3: { summary: 'A policy to create.' },
  CredPropsAuthenticationExtensionsClientOutputs: {
    summary: 'Output of the WebAuthn extension credProps.',
    fields: { rk: 'True when the credential is discoverable.' },
  },
  Credential: {
    summary: 'A public key and what kind of credential it is.',
    fields: {
      publicKey: 'API keys: public key in hex. Authenticators: COSE key in base64url.',
      type: 'What kind of credential this is.',
    },
  },
  EmailAuthCustomizationParams: {
    summary: 'Content and appearance of an email. The name of the application is required.',
  },
  EmailCustomizationParams: { summary: 'Content and appearance of an email.' },
  EmailCustomizationParamsV2: {
    summary: 'Content and appearance of an email. The request itself has the name of the application.',
  },
  Feature: {
    summary: 'A feature that is enabled in an organization.',
    fields: { name: 'Name of the feature.', value: 'Value of the feature; can be empty.' },
  },
  InvitationParams: {
    summary: 'An invitation to send.',
    fields: {
      receiverUserName: 'Name of the invited person.',
      receiverUserEmail: 'Email address of the invited person.',
      receiverUserTags:
        'Ids of tags intended for the user. They are only recorded; assign them when you create the user.',
      senderUserId: 'Id of the user who invites, a UUID.',
    },
  },
  OauthProvider: {
    summary: 'An identity at an OpenID Connect issuer under which a user can sign in.',
    fields: {
      issuer: 'Issuer of the identity: `iss` of its tokens, a URL.',
      audience: 'Audience for which the tokens are issued: `aud`, the client id of your application.',
      subject: 'The user’s id at the issuer: `sub` of the tokens.',
    },
  },
  OauthProviderParams: { summary: 'An identity to register, proved by a token.' },
  OauthProviderParamsV2: {
    summary: 'An identity to register: proved by a token, or named by its claims. Give one of the two.',
    fields: {
      oidcToken: 'OpenID Connect id token whose issuer, audience and subject are registered.',
      oidcClaims: 'The claims themselves, for an identity that has not signed in yet.',
    },
  },
  OidcClaims: {
    summary: 'The three claims that name an identity.',
    fields: {
      iss: 'Issuer, a URL.',
      sub: 'Subject: the user’s id at the issuer.',
      aud: 'Audience: the client id of your application.',
    },
  },
  Pagination: {
    summary: 'Which page of a list.',
    fields: {
      limit: 'Entries of the page, 1 to 100. Default: 10. A 64-bit number, sent as a string.',
      before: 'Id of an entry: the page contains the entries just before it.',
      after: 'Id of an entry: the page contains the entries just after it.',
    },
  },
  Policy: {
    summary: 'A rule that allows or denies requests.',
    fields: {
      condition: 'When the policy applies. Empty: always.',
      consensus: 'Whose approval is enough. Empty: anyone’s.',
    },
  },
  PolicyEvaluation: {
    summary: 'The outcome of one policy.',
    fields: { outcome: 'The outcome of the policy.' },
  },
  PrivateKey: {
    summary: 'A single signing key without a seed. Its secret stays in the engine.',
    fields: {
      publicKey: 'Public key in hex: compressed (66 digits) on secp256k1, 64 digits on ed25519.',
      addresses: 'Its addresses, one for each format asked for.',
    },
  },
  PrivateKeyParams: { summary: 'A private key to create.' },
  PrivateKeyResult: {
    summary: 'A private key that was created.',
    fields: { addresses: 'Its addresses, in the order of `addressFormats`.' },
  },
  PublicKeyCredentialWithAttestation: {
    summary: 'The response of a WebAuthn registration as browsers return it, as in the first versions.',
    fields: {
      id: 'WebAuthn credential id, in base64url.',
      rawId: 'The same id again, in base64url.',
      type: 'Always `public-key`.',
      response: 'The authenticator’s response.',
      clientExtensionResults: 'Outputs of WebAuthn extensions.',
    },
  },
  Quorum: {
    summary: 'A set of users and how many of them must approve.',
    fields: { threshold: 'How many must approve.', userIds: 'Ids of the users in the set.' },
  },
  ReadOnlySession: {
    summary: 'An open read-only session. Its token is not part of it.',
    fields: {
      sessionId:
        'Id of the session, a UUID: the id of the activity that opened it. `delete_api_keys` accepts it.',
      openedBy:
        'The credential of the sign-in, then the sessions in between. Removing one of them ends the session.',
      createdAt: 'When the session was opened.',
      expiresAt: 'When the session expires.',
    },
  },
  RootUserParams: { summary: `${rootUser} in versions 2 to 4.` },
  RootUserParamsV2: { summary: `${rootUser} in version 5.` },
  RootUserParamsV3: { summary: `${rootUser} in version 6.` },
  RootUserParamsV4: { summary: `${rootUser} in version 7.` },
  RootUserParamsV5: { summary: `${rootUser}.` },
  Selector: {
    summary: 'A comparison with one target, from the first policy version.',
    fields: {
      subject: 'Field of the request, such as `activity.resource`.',
      operator: 'How it is compared.',
      target: 'What it is compared with.',
    },
  },
  SelectorV2: {
    summary: 'A comparison with several targets, from the second policy version.',
    fields: {
      subject: 'Field of the request, such as `activity.resource`.',
      operator: 'How it is compared.',
      targets: 'What it is compared with.',
    },
  },
  SessionOpener: {
    summary: 'What a session depends on.',
    fields: {
      opener:
        'Id of an API key, authenticator or OAuth provider; `userEmail` or `userPhoneNumber` for a code or bundle sent there.',
    },
  },
  SignRawPayloadResult: { summary: 'A signature.' },
  SimpleClientExtensionResults: {
    summary: 'Outputs of WebAuthn extensions.',
    fields: {
      appid: 'Output of the extension appid.',
      appidExclude: 'Output of the extension appidExclude.',
      credProps: 'Output of the extension credProps.',
    },
  },
  SmsCustomizationParams: {
    summary: 'Content of a text message.',
    fields: { template: 'Text of the message with one `{{code}}`, which is replaced by the code.' },
  },
  Status: {
    summary: 'An error.',
    fields: {
      code: 'gRPC status number.',
      message: 'What happened, in lower case, with the value.',
      details: 'Details. The `@type` of an entry says what it is.',
    },
  },
  Tag: {
    summary: 'A tag of users or private keys.',
    fields: {
      tagId: 'Id of the tag, a UUID. Policies name tags by id.',
      tagName: 'Name of the tag, 1 to 255 characters, unique per type in the organization.',
      tagType: 'Whether it is a tag of users or of private keys.',
    },
  },
  Timestamp: {
    summary: 'A point in time.',
    fields: {
      seconds: 'Seconds since 1970-01-01 UTC. A 64-bit number, sent as a string.',
      nanos: 'Nanoseconds within the second, usually `"0"`. Sent as a string.',
    },
  },
  User: { summary: 'A person or a service of an organization, with its credentials.' },
  UserParams: { summary: `${newUser} in version 1.` },
  UserParamsV2: { summary: `${newUser} in version 2.` },
  UserParamsV3: { summary: `${newUser} in version 3.` },
  UserParamsV4: { summary: `${newUser}.` },
  Vote: {
    summary: 'A vote on an activity, with everything needed to verify it offline.',
    fields: {
      id: 'Id of the vote, a UUID.',
      user: 'The voter at the time of the vote.',
      selection: 'For or against.',
      message:
        'The exact body that the voter posted. While the engine would still accept these bytes (65 minutes), only the credential that cast the vote sees them; everyone else sees `[withheld]`. Secrets in the body (tokens and codes) are always withheld.',
      publicKey: 'Public key of the stamp: hex for API keys, base64url COSE key for authenticators.',
      signature:
        'Signature of the stamp over `message`: DER hex (64 bytes hex for Ed25519); for authenticators the JSON of the assertion. Withheld together with `message`.',
      scheme: 'Scheme of the stamp.',
      createdAt: 'When the vote was cast.',
    },
  },
  Wallet: { summary: 'A seed from which accounts are derived. The seed stays in the engine.' },
  WalletAccount: {
    summary: 'A key derived from a wallet at a path, with its address.',
    fields: {
      organizationId: 'Id of the organization that owns the wallet, a UUID.',
      publicKey: 'Public key in hex: compressed (66 digits) on secp256k1, 64 digits on ed25519.',
      name: 'Name of the account, if it has one.',
      address: 'The address. `signWith` accepts it.',
    },
  },
  WalletAccountParams: {
    summary: 'An account to derive.',
    fields: {
      name: 'Name of the account. If omitted, none.',
      curve: 'Curve of the key; must fit the address format.',
    },
  },
  WalletParams: { summary: 'A wallet to create along with a sub-organization.' },
  WalletResult: {
    summary: 'A wallet that was created.',
    fields: { addresses: 'Addresses of its accounts, in the order of the request.' },
  },
  WebhookEndpointData: {
    summary: 'An endpoint that receives events.',
    fields: {
      name: 'Name of the endpoint, 1 to 255 characters.',
      organizationId: 'Id of the organization, a UUID.',
    },
  },
  WebhookSubscriptionParams: {
    summary: 'Which events an endpoint receives.',
    fields: {
      eventType: 'Kind of event, such as `ACTIVITY_UPDATES`.',
      filtersJson: 'JSON object, as text, that filters the events. If omitted, all events of the type.',
    },
  },
}
