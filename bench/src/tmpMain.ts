import { benchEngine } from './tmpEngine.ts'
await benchEngine()
process.exit(0)
