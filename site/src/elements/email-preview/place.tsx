import type { Place } from '../place.ts'

export const place: Place = {
  title: 'The sign-in mail',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you fill in the customization here, and see the mail that the sandbox sends:</p>
      <ul>
        <li>appName is in the subject and in the text;</li>
        <li>magicLinkTemplate is the link, with the bundle in place of %s; without %s it is refused;</li>
        <li>
          logoUrl, templateId and templateVariables are handed to the mail adapter of your server; the mail of
          the sandbox is text and shows none of them.
        </li>
      </ul>
    </>
  ),
}
