import { ApiError } from '@keywright/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dressMail, fillSms } from '../../../src/calls/auth/customization.ts'
import { budget, changedTexts, corpusOf } from './changes.ts'

const SECRET = 'the-one-secret'

function failsOnlyAsItMay<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.code).toBe('MAIL_TEMPLATE_INVALID')
    expect(error.message).not.toContain(SECRET)
    return undefined
  }
}

const anyText = (name: string) =>
  fc.oneof(changedTexts(corpusOf(name)), fc.string({ unit: 'binary' }), fc.json())

describe('templates of mails and text messages', () => {
  it('insert the secret into a link once, and change nothing else', () => {
    const property = fc.property(anyText('linkTemplate'), (magicLinkTemplate) => {
      const dress = failsOnlyAsItMay(() =>
        dressMail({ emailCustomization: { magicLinkTemplate } }, SECRET, 'o'),
      )
      const at = magicLinkTemplate.indexOf('%s')
      expect(dress === undefined).toBe(at < 0)
      if (dress)
        expect(dress.link).toBe(magicLinkTemplate.slice(0, at) + SECRET + magicLinkTemplate.slice(at + 2))
    })
    fc.assert(property, budget(1_000))
  })

  it('insert the code into a text message once, and change nothing else', () => {
    const property = fc.property(anyText('smsTemplate'), (template) => {
      const text = failsOnlyAsItMay(() => fillSms(template, SECRET, 'o'))
      const at = template.indexOf('{{code}}')
      expect(text === undefined).toBe(at < 0)
      if (text !== undefined) expect(text).toBe(template.slice(0, at) + SECRET + template.slice(at + 8))
    })
    fc.assert(property, budget(1_000))
  })

  it('pass on variables if they are a JSON object', () => {
    const property = fc.property(anyText('templateVariables'), (templateVariables) => {
      const dress = failsOnlyAsItMay(() =>
        dressMail({ emailCustomization: { templateVariables } }, SECRET, 'o'),
      )
      if (dress) expect(dress.template['templateVariables']).toEqual(JSON.parse(templateVariables))
    })
    fc.assert(property, budget(1_000))
  })

  it('accept the first line of each corpus', () => {
    const [link] = corpusOf('linkTemplate')
    expect(dressMail({ emailCustomization: { magicLinkTemplate: link! } }, SECRET, 'o').link).toContain(
      SECRET,
    )
    expect(fillSms(corpusOf('smsTemplate')[0], SECRET, 'o')).toContain(SECRET)
  })
})
