/** The API reference before any script: every call, grouped, with its path and summary. */
import { callOutline } from '../../src/mdx/facts/contractTables.ts'
import type { Heading, Page } from '../../src/model.ts'
