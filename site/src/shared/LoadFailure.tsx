import { useEffect, useState } from 'react'
import { messages } from '../config/messages.ts'
import { ErrorBox } from './ErrorBox.tsx'
import { isOutdated, OUTDATED } from './outdated.ts'

interface LoadFailureProps {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
  /** Shown below the error. */
  readonly advice?: string | false
}

/** Something that couldn't be loaded, why, and a button that loads it again. */
export function LoadFailure({ title, error, onRetry, advice }: LoadFailureProps) {
  const [cause, setCause] = useState<string>(messages.checkNetwork)
  useEffect(() => {
    void isOutdated().then((outdated) => outdated && setCause(OUTDATED))
  }, [])
  const text = [cause, Object(error).message, advice].filter(Boolean).join('\n')
  return <ErrorBox title={title} text={text} action={messages.retry} onAction={onRetry} />
}
