import { expect, it } from 'vitest'
import { bundleIn } from './bundleText.ts'

const answer = (result: object) => JSON.stringify({ activity: { id: 'x', result } })
const bundle = '{"version":"v1.0.0"}'

it.each([
  ['an export', { exportWalletResult: { walletId: 'w', exportBundle: bundle } }],
  ['an import', { initImportWalletResult: { importBundle: bundle } }],
  ['a session', { createReadWriteSessionResultV2: { apiKeyId: 'k', credentialBundle: bundle } }],
  ['a code', { initOtpResultV2: { otpId: 'o', otpEncryptionTargetBundle: bundle } }],
])('finds the bundle in the response of %s', (_, result) => {
  expect(bundleIn(answer(result))).toBe(bundle)
})

it.each([
  ['a bundle', bundle],
  [
    'a credential bundle',
    'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
  ],
  ['a response without a bundle', answer({ createWalletResult: { walletId: 'w' } })],
  ['a waiting activity', JSON.stringify({ activity: { result: null } })],
  ['malformed JSON', '{'],
  ['a response with a duplicate key', '{"activity":{},"activity":{"result":{"r":{"exportBundle":"b"}}}}'],
])('returns %s unchanged', (_, text) => {
  expect(bundleIn(text)).toBe(text)
})
