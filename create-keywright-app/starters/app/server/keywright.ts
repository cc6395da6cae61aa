/**
 * The half of the application that has the key of your organization. Pages ask it to make sub-organizations; everything
 * else they sign themselves. In production, mount `proxy` in your own server: it takes a Request and answers a Response.
 */
import { KeywrightServer } from '@keywright/client/server'

/** What `npm run keywright` wrote into .env.local. */
export function readSettings(env: Record<string, string | undefined>) {
  const setting = (name: string): string => {
    const value = env[name]
    if (!value) throw new Error(`${name} is not set: start \`npm run keywright\` in another terminal first`)
    return value
  }
  return {
    apiBaseUrl: setting('KEYWRIGHT_BASE_URL'),
    defaultOrganizationId: setting('KEYWRIGHT_ORGANIZATION_ID'),
    apiPublicKey: setting('KEYWRIGHT_API_PUBLIC_KEY'),
    apiPrivateKey: setting('KEYWRIGHT_API_PRIVATE_KEY'),
  }
}

export const createProxy = (settings: ReturnType<typeof readSettings>) =>
  new KeywrightServer(settings).fetchProxyHandler({
    allowedMethods: ['createSubOrganization'],
    // Anybody may sign up. Your own check (an invitation, a captcha, a limit) goes here.
    authorize: () => true,
  })
