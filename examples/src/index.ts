/** The examples of the documentation, and their recorded results. */
export {
  EXAMPLES_FOLDER,
  type Example,
  exampleOf,
  type Region,
  readExamples,
  readSource,
} from './manifest.ts'
export { type PartyFile, partyNames, readParties } from './parties.ts'
export {
  abridged,
  type Exchange,
  type Printed,
  type Recording,
  readRecording,
  recordingFile,
} from './recording.ts'
