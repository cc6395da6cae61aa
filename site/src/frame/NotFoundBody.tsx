/**
 * Body of the page for an unknown address.
 *
 * @param titles page titles by route, to suggest the closest pages
 */
export function NotFoundBody({ titles }: { titles: Readonly<Record<string, string>> }) {
  return (
    <div className="content-body">
      <p>There is no page at this address. Check it for typos, or go on from here:</p>
      <ul>
        <li>
          <a href="/">Start at the overview</a>
        </li>
        <li>
          <a href="/getting-started/quickstart">Follow the quickstart</a>
        </li>
        <li>
          <a href="/api/">Look up a call in the API reference</a>
        </li>
        <li className="needs-script">
          <button type="button" className="link-button" data-search-open="" aria-haspopup="dialog">
            Search the documentation
          </button>
        </li>
      </ul>
      <div className="content-body" data-island="not-found" data-titles={JSON.stringify(titles)} />
    </div>
  )
}
