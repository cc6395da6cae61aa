/** One error per HTTP status, as the server sends it. */
import { ApiError, type ErrorBody } from './apiError.ts'
import recorded from './recorded.json' with { type: 'json' }

const { organizationId } = recorded.whoami.answer
const field = 'parameters.walletName'
const id = '9cf12a44-23c7-4a6a-89fd-06ecfbd129d3'

const errors = [
  new ApiError('NAME_LENGTH', { field }, { field }),
  new ApiError('API_KEY_NOT_FOUND', { publicKey: `02${'ab'.repeat(32)}`, organizationId }),
  new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations: [] }),
  new ApiError('RESOURCE_NOT_FOUND', { kind: 'wallet', id, organizationId }),
  new ApiError('METHOD_NOT_ALLOWED', { method: 'GET' }),
  new ApiError('NAME_TAKEN', { kind: 'wallet', name: 'reserve' }),
  new ApiError('RATE_LIMITED', { limit: 50 }),
  new ApiError('INTERNAL', { errorId: id }),
  new ApiError('SEALED'),
]

/** Body of an error with this HTTP status. */
export const exampleErrors: Readonly<Record<number, ErrorBody>> = Object.fromEntries(
  errors.map((error) => [error.status, error.toBody()]),
)
