/** Prints the API description as JSON: `tsx contract/src/print.ts [server URL]`. */
import { openapi } from './openapi.ts'

const [, , serverUrl] = process.argv
process.stdout.write(`${JSON.stringify(openapi(serverUrl === undefined ? {} : { serverUrl }), null, 2)}\n`)
