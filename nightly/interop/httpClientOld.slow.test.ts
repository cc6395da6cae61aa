import { TurnkeyClient } from 'http-old'
import { proveHttpClient } from './testing/httpSuite.ts'

proveHttpClient('old', TurnkeyClient as never)
