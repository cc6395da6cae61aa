/** All organizations as a tree, with the open one in detail. */
import type { OrganizationNode } from '@keywright/devhost'
import type { EventName } from '../connection.ts'
import { useAction, useHost, useOrganizations } from '../live.ts'
import { ListAndDetail } from '../parts/ListAndDetail.tsx'
import { Outcome } from '../parts/texts.tsx'
import type { ViewProps } from '../view.ts'
import { OrganizationDetail } from './OrganizationDetail.tsx'

const NEWS: readonly EventName[] = ['activity', 'state']

export function OrganizationsView({ openId, onOpen }: ViewProps) {
  const read = useOrganizations(NEWS)
  const { api } = useHost()
  const making = useAction()
  const make = () =>
    making.run(async () => {
      const { organizationId } = await api.post<OrganizationNode>('/dev/organizations')
      read.reload()
      onOpen(organizationId)
      return 'Organization created, with one root user.'
    })
  return (
    <ListAndDetail
      noun="organizations"
      read={read}
      items={read.value && inTreeOrder(read.value.organizations)}
      keyOf={({ node }) => node.organizationId}
      textOf={({ node }) => `${node.organizationName} ${node.organizationId}`}
      openKey={openId}
      onOpen={onOpen}
      row={({ node, depth }) => (
        <>
          <span className="kwi-row-title" style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
            {depth > 0 && <span aria-hidden="true">└ </span>}
            {node.organizationName}
          </span>
          <span className="kwi-tag">{depth > 0 ? 'sub-organization' : 'parent'}</span>
          <span className="kwi-row-note">{node.organizationId}</span>
        </>
      )}
      detail={(id) => <OrganizationDetail key={id} id={id} />}
      empty="No organizations yet. Create one with the button above."
      tools={
        <>
          <button type="button" onClick={make} aria-disabled={making.isBusy}>
            Create an organization
          </button>
          <Outcome of={making} />
        </>
      }
    />
  )
}

interface TreeItem {
  readonly node: OrganizationNode
  readonly depth: number
}

/** Each parent before its sub-organizations. An organization with an unknown parent counts as a parent. */
export function inTreeOrder(nodes: readonly OrganizationNode[]): TreeItem[] {
  const ids = new Set(nodes.map((node) => node.organizationId))
  function keyOfParent({ parentId }: OrganizationNode): string {
    return parentId !== null && ids.has(parentId) ? parentId : ''
  }
  const below = new Map<string, OrganizationNode[]>()
  for (const node of nodes) below.set(keyOfParent(node), [...(below.get(keyOfParent(node)) ?? []), node])
  const itemsBelow = (key: string, depth: number): TreeItem[] =>
    (below.get(key) ?? []).flatMap((node) => [{ node, depth }, ...itemsBelow(node.organizationId, depth + 1)])
  return itemsBelow('', 0)
}
