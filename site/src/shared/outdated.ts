/** Detects whether a newer build has replaced this document's, so that its lazy parts are gone. */

/** Message for failures caused by a newer build. */
export const OUTDATED = 'The site was updated after you opened this page. Reload the page and try again.'

/** Whether the host no longer has the document's hashed script. False if the host is unreachable. */
export async function isOutdated(page: Pick<Document, 'querySelector'> = document): Promise<boolean> {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!script) return false
  const answer = await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer?.status === 404
}

/** Replaces a fault caused by a newer build with a clear error. Returns other errors, such as rejections, unchanged. */
export async function inWordsOfUpdate(error: unknown): Promise<unknown> {
  const isFault = error instanceof TypeError || Object(error).code === 'INTERNAL'
  return isFault && (await isOutdated()) ? new Error(OUTDATED, { cause: error }) : error
}
