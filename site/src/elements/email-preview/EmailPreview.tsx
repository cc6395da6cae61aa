/** Fields of the customization → the email as it is sent, light or dark. */

import type { Letter } from '@keywright/dev-client'
import { Linked } from '@keywright/inspector/ui'
import { useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../kit/fields.tsx'
import { TextBlock, Trouble } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { type Customization, FIRST, openMailbox, sendMail } from './sendMail.ts'
import './emailPreview.css'

type Mode = 'light' | 'dark'

export default function EmailPreview() {
  const [form, setForm] = useState(FIRST)
  const [mode, setMode] = useState<Mode>('light')
  const [letter, setLetter] = useState<Letter>()
  const [organizationId, setOrganizationId] = useState<string>()
  const task = useTask<void>()
  const set = (change: Partial<Customization>) => setForm({ ...form, ...change })
  const send = () =>
    task.run(async () => {
      const bench = await openWorkbench()
      const mailbox = organizationId ?? (await openMailbox(bench))
      setOrganizationId(mailbox)
      setLetter(undefined)
      setLetter(await sendMail(bench, mailbox, form))
    })
  return (
    <ElementFrame
      onReset={() => {
        setForm(FIRST)
        setLetter(undefined)
        setMode('light')
      }}
    >
      <Fields>
        <TextField
          label="appName"
          value={form.appName}
          onChange={(appName) => set({ appName })}
          isCode={false}
        />
        <TextField label="logoUrl" value={form.logoUrl} onChange={(logoUrl) => set({ logoUrl })} />
        <TextField
          label="magicLinkTemplate"
          value={form.magicLinkTemplate}
          onChange={(magicLinkTemplate) => set({ magicLinkTemplate })}
          hint="%s becomes the bundle"
        />
        <TextField
          label="templateId"
          value={form.templateId}
          onChange={(templateId) => set({ templateId })}
        />
        <TextField
          label="templateVariables"
          value={form.templateVariables}
          onChange={(templateVariables) => set({ templateVariables })}
          placeholder='{"colour":"green"}'
        />
        <SelectField label="The mailbox is" value={mode} options={['light', 'dark']} onChange={setMode} />
      </Fields>
      <Buttons>
        <Button isMain disabled={task.isBusy} onClick={() => void send()}>
          {task.isBusy ? 'The sandbox sends it…' : 'Send the email'}
        </Button>
      </Buttons>
      <Trouble error={task.error} />
      {letter && (
        <>
          <article className="email-letter" data-mode={mode} aria-label="The email">
            <p>
              <strong>{letter.subject}</strong>
            </p>
            <p>To: {letter.to}</p>
            <div className="email-text">
              <Linked text={letter.text} />
            </div>
          </article>
          <TextBlock
            text={JSON.stringify(letter.template, null, 2)}
            label="What the email adapter of a server is given beside the text"
          />
        </>
      )}
    </ElementFrame>
  )
}
