import { TurnkeyServerClient } from 'sdk-server-new'
import { proveServerSdk } from './testing/serverSdkSuite.ts'

proveServerSdk('new', TurnkeyServerClient as never)
