/**
 * What an unknown address shows.
 *
 * @param titles of the pages by route, of which the nearest are shown below
 */
export function NotFoundBody({ titles }: { titles: Readonly<Record<string, string>> }) {
  return (
    <div className="content-body">
      <p>
        No page of this documentation has this address. It may have been typed with a mistake, or the link
        that led here is wrong.
      </p>
      <ul>
        <li>
          <a href="/">Start at the overview</a>
        </li>
        <li>
          <a href="/getting-started/quickstart">Take the quickstart</a>
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
