/** SIGHUP has two meanings: a supervisor asks to reload files, or the terminal of the command is gone. */

/**
 * Handles SIGHUP until the process ends.
 * @param isTerminal whether standard input is a terminal at this time: not once it was closed
 */
export function onHangUp(
  process: Pick<NodeJS.Process, 'on'>,
  isTerminal: () => boolean,
  { reload, interrupt }: { readonly reload: () => void; readonly interrupt: () => void },
): void {
  const hadTerminal = isTerminal()
  process.on('SIGHUP', () => (hadTerminal && !isTerminal() ? interrupt() : reload()))
}
