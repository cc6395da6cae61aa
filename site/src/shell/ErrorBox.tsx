import { useMessages } from '../messages/useMessages.ts'
import { ERROR_BOX_TEMPLATE } from './errorBoxTemplate.ts'

interface ErrorBoxProps {
  readonly title: string
  /** The error's own words; those of its causes below them. */
  readonly text: string
  readonly action: string
  readonly onAction?: (() => void) | undefined
}

/** What failed, the error's text, and a way to try again. The one error box of the site. */
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

/** The box as the script fills it, with the words that the script says in the page's language. */
export function ErrorBoxTemplate() {
  const { pageFailed, partFailed, partLoading, copied, notCopied, pressToCopy, retry } = useMessages()
  return (
    <template
      id={ERROR_BOX_TEMPLATE}
      data-page-failed={pageFailed}
      data-part-failed={partFailed}
      data-part-loading={partLoading}
      data-copied={copied}
      data-not-copied={notCopied}
      data-press-to-copy={pressToCopy}
    >
      <ErrorBox title="" text="" action={retry} />
    </template>
  )
}
