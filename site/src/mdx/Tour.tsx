/** The live tour of the home page, which shows a recording until the reader runs it. */
import { readRecording } from '@keywright/examples'
import { callOfPath } from '../widgets/runner/lines.tsx'
import { stepsOf, TOUR } from '../widgets/tour/steps.ts'
import { RUN, TourFrame } from '../widgets/tour/TourFrame.tsx'

export function Tour() {
  const exchanges = readRecording(TOUR)!.exchanges.map((one) => ({ ...one, call: callOfPath(one.path) }))
  return (
    <section className="tour" data-island="tour" data-recorded="" aria-label="Try it: four steps">
      <TourFrame
        button={
          <button type="button" className="tour-run needs-script" data-opens="tour">
            {RUN}
          </button>
        }
        status="Recorded from the last test run. A run starts the engine in your browser: no account, no key, no server."
        steps={stepsOf(exchanges, false)}
      />
    </section>
  )
}
