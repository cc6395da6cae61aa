import { baseUrl, stamp } from './stamp.ts'

/** The mutator: every generated function sends through it. */
export async function send<T>(url: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers)
  headers.set('x-stamp', stamp(String(init.body)))
  const response = await fetch(baseUrl + url, { ...init, headers })
  return { status: response.status, data: await response.json(), headers: response.headers } as T
}
