/** `keywright/testing`: a Keywright inside a test process. */
export * from '@keywright/testing'
