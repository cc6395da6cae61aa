/** In-memory storage, loaded only if the browser can't store data. */
export { createMemoryHomes } from '@keywright/devhost'
export { createMemoryStore } from '@keywright/engine'
