/** What tests of the engine, scenarios and hosts are written with. */

export * from '@keywright/keys/passkey'
export * from './client.ts'
export * from './clock.ts'
export * from './countingStore.ts'
export * from './credentialBundle.ts'
export * from './engine.ts'
export * from './hostile.ts'
export * from './issuer.ts'
export * from './people.ts'
export * from './random.ts'
export * from './refusal.ts'
export * from './subOrganization.ts'
