/** What an unknown address shows. */
export function NotFoundBody() {
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
    </div>
  )
}
