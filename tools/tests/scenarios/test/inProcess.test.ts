import { createInProcessHost } from './inProcessHost.ts'
import { testStories } from './testStories.ts'

testStories(createInProcessHost)
