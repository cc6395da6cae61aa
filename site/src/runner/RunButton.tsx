interface RunButtonProps {
  readonly className: string
  readonly isRunning: boolean
  /** What it says while nothing runs. */
  readonly label: string
  readonly onRun: () => void
  readonly onStop: () => void
}

/**
 * Runs, and stops what runs. Its meaning changes under the hand: the second click of a double one, and Enter held down,
 * stop nothing that the first began.
 */
export function RunButton({ className, isRunning, label, onRun, onStop }: RunButtonProps) {
  return (
    <button
      type="button"
      className={className}
      data-running={isRunning ? '' : undefined}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={({ detail }) => {
        if (!isRunning) onRun()
        else if (detail < 2) onStop()
      }}
    >
      {isRunning ? 'Stop' : label}
    </button>
  )
}
