/** Requests to the service without a socket. */
import type { Service } from '../src/answers.ts'
import { createApp } from '../src/http.ts'

export async function open(service: Service) {
  const app = createApp(service)
  return { ask: async (path: string, init?: RequestInit) => app.request(path, init), close: () => {} }
}
