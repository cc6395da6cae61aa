/** Examples of what a reader can ask, which the empty search shows. Each has an answer in `site/answers/`. */
export const QUESTIONS = [
  'How do I start?',
  'Why do I get 401 on every request?',
  'Which errors should I retry?',
] as const
