import type { Place } from '../place.ts'
import { type Answers, adviseOn, FIRST, QUESTIONS } from './advice.ts'

const GOALS = QUESTIONS.builds.options.map(
  ([builds, words]) => [words, { ...FIRST, builds } as Answers] as const,
)

export const place: Place = {
  title: 'Where to start',
  height: 'middle',
  Fallback: () => (
    <ul>
      {GOALS.map(([words, answers]) => (
        <li key={words}>
          I build {words}:{' '}
          {adviseOn(answers).map(({ title, choice, href }, n) => (
            <span key={title}>
              {n > 0 && ', '}
              {title.toLowerCase()} <a href={href}>{choice}</a>
            </span>
          ))}
          .
        </li>
      ))}
    </ul>
  ),
}
