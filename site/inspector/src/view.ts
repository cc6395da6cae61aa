/** Props of every section. */
export interface ViewProps {
  /** The open item. */
  readonly openId: string | undefined
  readonly onOpen: (id: string | undefined) => void
}
