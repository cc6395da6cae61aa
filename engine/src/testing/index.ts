/** What tests of the engine, scenarios and hosts are written with. */
export * from './client.ts'
export * from './clock.ts'
export * from './engine.ts'
export * from './passkey.ts'
export * from './random.ts'
