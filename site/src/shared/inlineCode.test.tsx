import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InlineCode } from './InlineCode.tsx'

const shown = (text: string) => renderToStaticMarkup(<InlineCode>{text}</InlineCode>)

it('keeps a flag on one line without changing the text', () => {
  expect(shown('npx keywright dev --examples')).toBe(
    '<code>npx keywright dev <span class="flag">--examples</span></code>',
  )
  expect(shown('--tls-cert FILE --tls-key FILE')).toBe(
    '<code><span class="flag">--tls-cert</span> FILE <span class="flag">--tls-key</span> FILE</code>',
  )
})

it('does not treat other text with hyphens as a flag', () => {
  for (const text of ['X-Stamp-WebAuthn', 'a -- b', 'i--', '<!--x-->'])
    expect(shown(text)).not.toContain('class="flag"')
})

it('lets a long name wrap after separators', () => {
  expect(shown('ACTIVITY_TYPE_SIGN_TRANSACTION')).toBe(
    '<code>ACTIVITY_<wbr/>TYPE_<wbr/>SIGN_<wbr/>TRANSACTION</code>',
  )
  expect(shown('/public/v1/submit/sign_raw_payload --flag')).toBe(
    '<code>/public/<wbr/>v1/<wbr/>submit/<wbr/>sign_<wbr/>raw_<wbr/>payload <span class="flag">--flag</span></code>',
  )
})

it('keeps a name of up to 24 characters together', () => {
  expect(shown('set_organization_feature')).toBe('<code>set_organization_feature</code>')
})
