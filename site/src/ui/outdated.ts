/** Whether another build has taken the place of the one that this document is of: then parts that come late are gone. */

/** What to say of a failure that comes of it. */
export const OUTDATED = 'The site was updated after you opened this page. Reload the page and try again.'

/** The host no longer has the document's script, whose name is its hash. One that cannot be asked says nothing. */
export async function isOutdated(page: Pick<Document, 'querySelector'> = document): Promise<boolean> {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!script) return false
  const answer = await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer?.status === 404
}

/** A fault that comes of it says so; any other error is itself. Refusals are none: nobody is asked about those. */
export async function inWordsOfUpdate(error: unknown): Promise<unknown> {
  const isFault = error instanceof TypeError || Object(error).code === 'INTERNAL'
  return isFault && (await isOutdated()) ? new Error(OUTDATED, { cause: error }) : error
}
