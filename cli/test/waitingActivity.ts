export const ID = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'
/** A timestamp as in responses of the API. */
export const TIME = { seconds: '1734000000', nanos: '0' }

/** An activity that waits for approvals, as in a response. */
export const waitingActivity = (members: { type: string; intent: object; votes?: object[] }) => ({
  id: ID,
  organizationId: ID,
  status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  fingerprint: `sha256:${'0'.repeat(64)}`,
  result: {},
  votes: [],
  createdAt: TIME,
  updatedAt: TIME,
  failure: null,
  ...members,
})
