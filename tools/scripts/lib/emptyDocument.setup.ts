/** Empties the document, which test files in one process share, so that no file depends on the one before it. */
if ('document' in globalThis) {
  document.head.replaceChildren()
  document.body.replaceChildren()
}
