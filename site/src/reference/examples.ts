/** One request in the forms that people paste: the JSON body, curl, TypeScript. */

export type ExampleLanguage = 'JSON' | 'curl' | 'TypeScript'

export interface ExampleRequest {
  readonly path: string
  readonly body: unknown
  readonly kind: 'query' | 'submit'
}

/** The request in each form; all of them post the same body. */
export function requestExamples(request: ExampleRequest): Readonly<Record<ExampleLanguage, string>> {
  return { JSON: pretty(request.body), curl: curlExample(request), TypeScript: typescriptExample(request) }
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** Reads the stamp from the environment: it is made over the same bytes, by `stampBody` or the like. */
function curlExample({ path, body }: ExampleRequest): string {
  const text = JSON.stringify(body).replaceAll("'", "'\\''")
  return [
    `curl --request POST "$KEYWRIGHT_BASE_URL${path}" \\`,
    '  --header "content-type: application/json" \\',
    '  --header "X-Stamp: $KEYWRIGHT_STAMP" \\',
    `  --data-binary '${text}'`,
  ].join('\n')
}

function typescriptExample({ path, body, kind }: ExampleRequest): string {
  const members = kind === 'submit' ? freshTime(pretty(body)) : pretty(body)
  return [
    `const body = JSON.stringify(${members});`,
    `const response = await fetch(\`\${process.env.KEYWRIGHT_BASE_URL}${path}\`, {`,
    '  method: "POST",',
    '  headers: { "X-Stamp": await stampBody(body) },',
    '  body,',
    '});',
    kind === 'submit'
      ? 'const { activity } = await response.json();'
      : 'const answer = await response.json();',
  ].join('\n')
}

/** A submit is live for an hour: its time is the caller's, not the page's. */
const freshTime = (text: string) => text.replace(/"timestampMs": "\d+"/, '"timestampMs": String(Date.now())')
