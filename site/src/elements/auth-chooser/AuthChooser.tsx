/** Three questions → start page, sign-in, recovery, session. */
import { useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Fields, SelectField } from '../kit/fields.tsx'
import { ResultRow, Results } from '../kit/results.tsx'
import { ShareLink } from '../kit/ShareLink.tsx'
import { readShared } from '../kit/shared.ts'
import { type Answers, adviseOn, FIRST, QUESTIONS, readAnswers } from './advice.ts'

const ID = 'auth-chooser'

export default function AuthChooser() {
  const [answers, setAnswers] = useState(() => readAnswers(readShared(ID)))
  return (
    <ElementFrame actions={<ShareLink id={ID} choices={answers} />} onReset={() => setAnswers(FIRST)}>
      <Fields>
        {Object.entries(QUESTIONS).map(([name, { label, options }]) => (
          <SelectField<string>
            key={name}
            label={label}
            value={answers[name as keyof Answers]}
            options={options}
            onChange={(value) => setAnswers({ ...answers, [name]: value } as Answers)}
          />
        ))}
      </Fields>
      <Results label="What to choose">
        {adviseOn(answers).map(({ title, choice, reason, href }) => (
          <ResultRow key={title} tone="plain" word={`${title}:`} title={<a href={href}>{choice}</a>}>
            {reason}
          </ResultRow>
        ))}
      </Results>
    </ElementFrame>
  )
}
