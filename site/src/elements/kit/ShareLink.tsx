import { CopyButton } from '@keywright/inspector/ui'
import { linkTo } from './shared.ts'

/** Copies a link that opens the element with these choices. */
export function ShareLink({
  id,
  choices,
}: {
  readonly id: string
  readonly choices: Readonly<Record<string, string>>
}) {
  return (
    <span className="element-share">
      Link <CopyButton text={linkTo(id, choices)} what="link to these choices" />
    </span>
  )
}
