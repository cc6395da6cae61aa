import { TurnkeyServerClient } from 'sdk-server-new'
import { proveServerSdk } from './support/serverSdkSuite.ts'

proveServerSdk('new', TurnkeyServerClient as never)
