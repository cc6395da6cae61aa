/** Where state is kept that nothing keeps: loaded where the browser has no room for us. */
export { createMemoryHomes } from '@keywright/devhost'
export { createMemoryStore } from '@keywright/engine'
