import { TurnkeyClient } from 'http-new'
import { proveHttpClient } from './testing/httpSuite.ts'

proveHttpClient('new', TurnkeyClient as never)
