/** The examples of the documentation: what there are, and what came of them when they were run. */
export {
  EXAMPLES_FOLDER,
  type Example,
  exampleOf,
  type Region,
  readExamples,
  readSource,
} from './manifest.ts'
export {
  abridged,
  type Exchange,
  type Printed,
  type Recording,
  readRecording,
  recordingFile,
} from './recording.ts'
