export const CHANGELOG_ROUTE = '/changelog'
/** Address of the feed of releases. */
export const CHANGELOG_FEED = '/changelog.xml'
