import { TurnkeyServerClient } from 'sdk-server-old'
import { proveServerSdk } from './support/serverSdkSuite.ts'

proveServerSdk('old', TurnkeyServerClient as never)
