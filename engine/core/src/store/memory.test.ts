import { testStore } from '../../test/store/suite.ts'
import { createMemoryStore } from './memory.ts'

testStore('memory', async () => ({ store: createMemoryStore() }))
