import { beforeAll, expect, test } from 'vitest'
import type { Workbench } from '../kit/workbench.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { FIRST, openMailbox, sendMail } from './sendMail.ts'

let bench: Workbench
let organizationId: string
beforeAll(async () => {
  bench = await openTestWorkbench()
  organizationId = await openMailbox(bench)
})

test('the mail has what was customized, the newest one first', async () => {
  await sendMail(bench, organizationId, FIRST)
  const letter = await sendMail(bench, organizationId, {
    ...FIRST,
    appName: 'Other',
    logoUrl: 'https://app.example.com/logo.png',
    templateVariables: '{"colour":"green"}',
  })
  expect(letter.subject).toContain('Other')
  expect(letter.text).toContain(`https://app.example.com/sign-in#bundle=${letter.template['bundle']}`)
  expect(letter.template).toMatchObject({ logoUrl: 'https://app.example.com/logo.png' })
})

test.each([{ magicLinkTemplate: 'https://app.example.com/sign-in' }, { templateVariables: '{' }])(
  'the engine refuses %o',
  async (change) => {
    await expect(sendMail(bench, organizationId, { ...FIRST, ...change })).rejects.toMatchObject({
      grpcCode: 3,
    })
  },
)
