import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Quorum simulator',
  height: 'middle',
  Fallback: () => (
    <>
      <p>
        With JavaScript enabled, you can set users and threshold here, mark keys as lost or stolen, and try in
        the engine what each side can still do. The rule for <em>n</em> users and threshold <em>t</em>:
      </p>
      <ul>
        <li>Safe: you hold at least t keys, and fewer than t are stolen. You can lose up to n − t keys.</li>
        <li>Locked: you hold fewer than t keys, so you can’t change the quorum anymore.</li>
        <li>Taken: t or more keys are stolen. The thief can do everything.</li>
      </ul>
    </>
  ),
}
