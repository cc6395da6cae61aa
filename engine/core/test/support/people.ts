/** Users for tests. */
import type { ApiKeyPair } from '@keywright/keys'
import { apiKeyStamper, type Client } from './client.ts'
import type { TestEngine } from './engine.ts'

export interface Person {
  readonly userId: string
  readonly client: Client
  readonly key: ApiKeyPair
}

/** A user with one API key and no grant, added by `root`. */
export async function addUser(
  engine: TestEngine,
  root: Client,
  userName: string,
  userTags: string[] = [],
): Promise<Person> {
  const key = engine.apiKey()
  const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName,
        apiKeys: [{ apiKeyName: userName, publicKey: key.publicKey }],
        authenticators: [],
        userTags,
      },
    ],
  })
  return { userId: userIds[0]!, client: engine.client(root.organizationId, apiKeyStamper(key)), key }
}
