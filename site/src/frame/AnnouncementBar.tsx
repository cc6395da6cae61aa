import { messages } from '../config/messages.ts'
import type { AnnouncementBar as Bar } from '../config/types.ts'
import { CloseIcon } from './icons.tsx'

/** The bar above the navbar. `frame/script/earlyAnnouncement.ts` hides a dismissed one before the first paint. */
export function AnnouncementBar({ bar }: { bar: Bar }) {
  const { announcement, closeAnnouncement } = messages
  return (
    <aside className="announcement" aria-label={announcement}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: trusted HTML from site.config.ts */}
      <p dangerouslySetInnerHTML={{ __html: bar.content }} />
      {bar.isCloseable && (
        <button
          type="button"
          className="icon-button needs-script"
          data-announcement-close=""
          aria-label={closeAnnouncement}
        >
          <CloseIcon />
        </button>
      )}
    </aside>
  )
}
