/** A console over a running development engine: React views of what it holds, saw and decided, and the means to move it. */
export { type Connection, connectTo, type EventName } from './connection.ts'
export { Inspector, type InspectorProps } from './Inspector.tsx'
export type { Place } from './live.ts'
