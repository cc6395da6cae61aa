/** The live tour of the home page, which shows a recording until the reader runs it. */
import { readRecording } from '@keywright/examples'
import { callOfPath } from '../runner/lines.tsx'
import { stepsOf, TOUR } from '../tour/steps.ts'
import { TourFrame } from '../tour/TourFrame.tsx'

export function Tour() {
  const exchanges = readRecording(TOUR)!.exchanges.map((one) => ({ ...one, call: callOfPath(one.path) }))
  return (
    <section className="tour" data-island="tour" data-recorded="" aria-label="Try it: four steps">
      <TourFrame
        button={
          <button type="button" className="tour-run needs-script" data-opens="tour">
            Run it in this page
          </button>
        }
        status={
          <>
            <span className="tour-source">Recorded from the last test run. </span>
            No account, no key, no server: the engine runs in your browser.
          </>
        }
        steps={stepsOf(exchanges, false)}
      />
    </section>
  )
}
