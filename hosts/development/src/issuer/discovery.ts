/** The discovery document of the issuer (OpenID Connect Discovery 1.0, §3). */
import { authorizeUrlOf } from './minter.ts'

/** @param url URL of the issuer */
export const discoveryOf = (url: string) => ({
  issuer: url,
  jwks_uri: `${url}/jwks`,
  id_token_signing_alg_values_supported: ['ES256'],
  authorization_endpoint: authorizeUrlOf(url),
  token_endpoint: `${url}/token`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  // Every client is accepted, with any secret.
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  scopes_supported: ['openid', 'email'],
  claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'nonce', 'email', 'email_verified'],
  authorization_response_iss_parameter_supported: true,
  subject_types_supported: ['public'],
})
