/** Stories that test the engine on any host. */
export { StoryBroken } from './assert.ts'
export type { Ability, Duration, Host, HostIssuer, Tampering } from './host.ts'
export { runScenario, type Scenario, type Told } from './scenario.ts'
export { scenarios } from './scenarios.ts'
