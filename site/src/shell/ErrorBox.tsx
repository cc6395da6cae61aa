import { useMessages } from '../messages/useMessages.ts'
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

/** Template for the script, with its texts in the page's language. */
export function ErrorBoxTemplate() {
  const words = useMessages()
  return (
    <template
      id={ERROR_BOX_TEMPLATE}
      data-page-failed={words.pageFailed}
      data-part-failed={words.partFailed}
      data-no-network={words.noNetwork}
      data-part-loading={words.partLoading}
      data-copied={words.copied}
      data-not-copied={words.notCopied}
      data-press-to-copy={words.pressToCopy}
      data-menu={words.menu}
      data-dark-mode={words.darkMode}
      data-light-mode={words.lightMode}
    >
      <ErrorBox title="" text="" action={words.retry} />
    </template>
  )
}
