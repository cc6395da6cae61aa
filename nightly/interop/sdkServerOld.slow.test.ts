import { TurnkeyServerClient } from 'sdk-server-old'
import { proveServerSdk } from './testing/serverSdkSuite.ts'

proveServerSdk('old', TurnkeyServerClient as never)
