interface RunButtonProps {
  readonly className: string
  readonly isRunning: boolean
  /** Label while nothing runs. */
  readonly label: string
  readonly onRun: () => void
  readonly onStop: () => void
}

/**
 * Toggles between run and stop. A double-click or a held Enter key starts a run without stopping it again.
 */
export function RunButton({ className, isRunning, label, onRun, onStop }: RunButtonProps) {
  return (
    <button
      type="button"
      className={className}
      data-running={isRunning ? '' : undefined}
      onKeyDown={(event) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
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
