/** Requests to the service, on a port of this machine. */
import type { Service } from '../src/answers.ts'
import { serve } from '../src/http.ts'

export async function open(service: Service) {
  const { url, close } = await serve(service, 0)
  return { ask: (path: string, init?: RequestInit) => fetch(url + path, init), close }
}
