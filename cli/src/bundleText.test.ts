import { expect, it } from 'vitest'
import { bundleIn } from './bundleText.ts'

const answer = (result: object) => JSON.stringify({ activity: { id: 'x', result } })
const bundle = '{"version":"v1.0.0"}'

it.each([
  ['an export', { exportWalletResult: { walletId: 'w', exportBundle: bundle } }],
  ['an import', { initImportWalletResult: { importBundle: bundle } }],
  ['a session', { createReadWriteSessionResultV2: { apiKeyId: 'k', credentialBundle: bundle } }],
  ['a code', { initOtpResultV2: { otpId: 'o', otpEncryptionTargetBundle: bundle } }],
])('finds the bundle in the answer of %s', (_, result) => {
  expect(bundleIn(answer(result))).toBe(bundle)
})

it.each([
  ['a bundle', bundle],
  [
    'a credential bundle',
    'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
  ],
  ['an answer without one', answer({ createWalletResult: { walletId: 'w' } })],
  ['an activity that waits', JSON.stringify({ activity: { result: null } })],
  ['what is no JSON', '{'],
  ['an answer with a repeated member', '{"activity":{},"activity":{"result":{"r":{"exportBundle":"b"}}}}'],
])('leaves %s as it is', (_, text) => {
  expect(bundleIn(text)).toBe(text)
})
