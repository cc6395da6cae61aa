/** The console: React views of a development host's state, requests and decisions, and controls to change it. */
export { type Connection, connectTo, type EventName } from './connection.ts'
export { Inspector, type InspectorProps } from './Inspector.tsx'
export type { Place } from './live.ts'
