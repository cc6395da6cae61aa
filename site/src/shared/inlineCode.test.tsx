import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InlineCode } from './InlineCode.tsx'

const shown = (text: string) => renderToStaticMarkup(<InlineCode>{text}</InlineCode>)

it('keeps a flag and its value on one line without changing the text', () => {
  expect(shown('npx keywright dev --examples')).toBe(
    '<code>npx keywright dev <span class="unit">--examples</span></code>',
  )
  expect(shown('--tls-cert FILE --tls-key FILE')).toBe(
    '<code><span class="unit">--tls-cert FILE</span> <span class="unit">--tls-key FILE</span></code>',
  )
  expect(shown('npm create keywright-app my-app -- --starter app')).toBe(
    '<code>npm create <span class="unit">keywright-app</span> <span class="unit">my-app</span> <span class="unit">-- --starter app</span></code>',
  )
  expect(shown('openssl ec -text -noout')).toBe(
    '<code>openssl ec <span class="unit">-text</span> <span class="unit">-noout</span></code>',
  )
})

it('keeps each command of several on one line', () => {
  expect(shown('npm ci && npm run release')).toBe(
    '<code><span class="unit">npm ci &amp;&amp;</span> <span class="unit">npm run release</span></code>',
  )
})

it('keeps a short name with hyphens on one line', () => {
  expect(shown('X-Stamp-WebAuthn')).toBe('<code><span class="unit">X-Stamp-WebAuthn</span></code>')
})

it('does not treat other text with hyphens as a unit', () => {
  for (const text of ['a -- b', '1 - 2', '<!--x-->', '@keywright/sdk-with-a-very-long-name'])
    expect(shown(text)).not.toContain('class="unit"')
})

it('lets a long name wrap after separators', () => {
  expect(shown('ACTIVITY_TYPE_SIGN_TRANSACTION')).toBe(
    '<code>ACTIVITY_<wbr/>TYPE_<wbr/>SIGN_<wbr/>TRANSACTION</code>',
  )
  expect(shown('/public/v1/submit/sign_raw_payload --flag')).toBe(
    '<code>/public/<wbr/>v1/<wbr/>submit/<wbr/>sign_<wbr/>raw_<wbr/>payload <span class="unit">--flag</span></code>',
  )
})

it('keeps a name of up to 24 characters together', () => {
  expect(shown('set_organization_feature')).toBe('<code>set_organization_feature</code>')
})
