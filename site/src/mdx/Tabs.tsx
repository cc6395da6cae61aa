/**
 * Tabs. Blocks of the same `group` share one stored choice. Without scripts, all panels are visible below their labels.
 */
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'

interface TabProps {
  readonly label: string
  readonly children?: ReactNode
}

interface TabsProps {
  readonly group?: string
  /** Unique id prefix of this block. */
  readonly id: string
  /** Accessible name of the tab list. */
  readonly label?: string
  /** Index of the initially selected tab. */
  readonly first?: number
  readonly children?: ReactNode
}

/** Use only inside `Tabs`, which renders it. */
export function Tab({ children }: TabProps) {
  return <>{children}</>
}

export function Tabs({ group, id, label = 'Variants', first = 0, children }: TabsProps) {
  const tabs = Children.toArray(children).filter(isTab)
  return (
    <div className="tabs" data-group={group}>
      <div role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.props.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === first}
            tabIndex={index === first ? 0 : -1}
            data-label={tab.props.label}
          >
            {tab.props.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.props.label}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          data-active={index === first ? '' : undefined}
        >
          <p className="tab-label">{tab.props.label}</p>
          {tab.props.children}
        </div>
      ))}
    </div>
  )
}

function isTab(node: ReactNode): node is ReactElement<TabProps> {
  return isValidElement(node) && node.type === Tab
}
