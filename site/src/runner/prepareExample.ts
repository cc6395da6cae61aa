import { exampleFile, type RunnableExample } from '../sandbox/exampleFile.ts'

/** Fetches an example as the build left it. @throws Error that says which file is not there */
export async function prepareExample(id: string): Promise<RunnableExample> {
  const address = exampleFile(id)
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}
