import { TurnkeyClient } from 'http-old'
import { proveHttpClient } from './support/httpSuite.ts'

proveHttpClient('old', TurnkeyClient as never)
