/**
 * How people ask for a place of the site: questions and everyday words, by the place that answers them.
 *
 * Keys are `/route#anchor` for a section, `/route` for the lead of its page. Pages say things in the words of those who
 * know; these are the words of those who do not yet. They are no text of a page, and no reader sees them: the index
 * takes them in, so that the assistant finds a section by what people call it.
 */
export type AskedAs = Readonly<Record<string, readonly string[]>>
