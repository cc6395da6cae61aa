/** What the console shows, each under its own name. */
import type { ComponentType } from 'react'
import { ActivitiesView } from './activities/ActivitiesView.tsx'
import { InboxView } from './inbox/InboxView.tsx'
import { RequestsView } from './requests/RequestsView.tsx'

export interface ViewProps {
  /** What is open in the section. */
  readonly openId: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

export interface Section {
  readonly key: string
  readonly name: string
  readonly View: ComponentType<ViewProps>
}

export const SECTIONS: readonly [Section, ...Section[]] = [
  { key: 'requests', name: 'Requests', View: RequestsView },
  { key: 'activities', name: 'Activities', View: ActivitiesView },
  { key: 'inbox', name: 'Inbox', View: InboxView },
]
