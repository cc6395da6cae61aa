import { createMemoryStore } from './memory.ts'
import { testStore } from './suite.ts'

testStore('memory', async () => ({ store: createMemoryStore() }))
