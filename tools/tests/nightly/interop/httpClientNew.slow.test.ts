import { TurnkeyClient } from 'http-new'
import { proveHttpClient } from './support/httpSuite.ts'

proveHttpClient('new', TurnkeyClient as never)
