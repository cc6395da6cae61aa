import type { Place } from '../place.ts'

export const place: Place = {
  title: 'The sign-in email',
  height: 'high',
  Fallback: () => (
    <>
      <p>With scripts, you fill in the customization here, and see the email that the sandbox sends:</p>
      <ul>
        <li>appName is in the subject and in the text;</li>
        <li>magicLinkTemplate is the link, with the bundle in place of %s; without %s it is refused;</li>
        <li>
          logoUrl, templateId and templateVariables are handed to the email adapter of your server; the email
          of the sandbox is text and shows none of them.
        </li>
      </ul>
    </>
  ),
}
