/** What every section of the console is given. */
export interface ViewProps {
  /** What is open in the section. */
  readonly openId: string | undefined
  readonly onOpen: (id: string | undefined) => void
}
