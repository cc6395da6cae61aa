/** Sections of the console. */
import type { ComponentType } from 'react'
import { ActivitiesView } from './activities/ActivitiesView.tsx'
import { ClockView } from './clock/ClockView.tsx'
import { InboxView } from './inbox/InboxView.tsx'
import { OrganizationsView } from './organizations/OrganizationsView.tsx'
import { RequestsView } from './requests/RequestsView.tsx'
import type { ViewProps } from './view.ts'
import { WebhooksView } from './webhooks/WebhooksView.tsx'

export interface Section {
  readonly key: string
  readonly name: string
  readonly View: ComponentType<ViewProps>
}

export const SECTIONS: readonly [Section, ...Section[]] = [
  { key: 'requests', name: 'Requests', View: RequestsView },
  { key: 'activities', name: 'Activities', View: ActivitiesView },
  { key: 'organizations', name: 'Organizations', View: OrganizationsView },
  { key: 'inbox', name: 'Inbox', View: InboxView },
  { key: 'webhooks', name: 'Webhooks', View: WebhooksView },
  { key: 'clock', name: 'Clock', View: ClockView },
]
