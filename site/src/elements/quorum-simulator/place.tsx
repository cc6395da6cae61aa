import type { Place } from '../element.ts'

export const place: Place = {
  title: 'Quorum simulator',
  height: 'middle',
  Fallback: () => (
    <>
      <p>
        With scripts, you set users and threshold here, mark keys as lost or stolen, and let the engine try
        what each side can still do. The rule, with <em>n</em> users and threshold <em>t</em>:
      </p>
      <ul>
        <li>safe: you hold at least t keys, and fewer than t are stolen. You can lose n − t of them;</li>
        <li>locked: you hold fewer than t. Nobody can change the quorum;</li>
        <li>taken: t keys or more are stolen. Whoever has them can do everything.</li>
      </ul>
    </>
  ),
}
