import { messages } from '../config/messages.ts'
import { ERROR_BOX_TEMPLATE } from './errorBoxTemplate.ts'

interface ErrorBoxProps {
  readonly title: string
  /** The error's message, followed by those of its causes. */
  readonly text: string
  readonly action: string
  readonly onAction?: (() => void) | undefined
}

/** The site's error box: title, error text and a retry button. */
export function ErrorBox({ title, text, action, onAction }: ErrorBoxProps) {
  return (
    <section className="error-box" role="alert">
      <h2>{title}</h2>
      <pre>{text}</pre>
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    </section>
  )
}

/** Template for the script. */
export function ErrorBoxTemplate() {
  return (
    <template id={ERROR_BOX_TEMPLATE}>
      <ErrorBox title="" text="" action={messages.retry} />
    </template>
  )
}
