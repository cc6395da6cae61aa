/** The whole reference: a filter, the calls by group, the schemas they share. */

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { idOfHash } from '../app/routes.ts'
import { Call } from './Call.tsx'
import { type ApiDescription, groupOperations } from './description.ts'
import { ErrorTable } from './ErrorTable.tsx'
import { Code } from './Examples.tsx'
import { FieldTree } from './FieldTree.tsx'
import { findOperations, indexOperations } from './findOperations.ts'
import stampBody from './stampBody.example.ts?raw'
import { Words } from './Words.tsx'

/** Entities that answers are made of, in the order in which they are met. */
const SHARED = [
  'Activity',
  'Vote',
  'Timestamp',
  'Status',
  'User',
  'ApiKey',
  'Authenticator',
  'Wallet',
  'WalletAccount',
  'PrivateKey',
  'Policy',
  'Tag',
  'Pagination',
]

export function Reference({ description }: { description: ApiDescription }) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(anchorOf(location.hash)))
  const index = useMemo(() => indexOperations(description), [description])
  const groups = useMemo(() => groupOperations(description), [description])
  const found = findOperations(index, useDeferredValue(query))

  // A link to a call opens it, whether it comes from outside, from search or from this page.
  useEffect(() => {
    const onHash = () => {
      const [name] = anchorOf(location.hash)
      if (name) setOpen((before) => new Set([...before, name]))
    }
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  // The browser looked for the anchor before the calls stood.
  useEffect(() => {
    const [name] = anchorOf(location.hash)
    if (name) document.getElementById(name)?.scrollIntoView()
  }, [])

  function toggle(name: string, opened: boolean) {
    setOpen((before) => {
      const next = new Set(before)
      if (opened) next.add(name)
      else next.delete(name)
      return next
    })
  }

  return (
    <>
      <div className="reference-filter">
        <label htmlFor="reference-filter">Filter calls</label>
        <input
          id="reference-filter"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder="Name, field, activity type …"
          autoComplete="off"
          spellCheck={false}
        />
        <p role="status">
          {found.size} of {index.size} calls
        </p>
      </div>
      {groups.map(({ group, operations }) => {
        const shown = operations.filter(({ path }) => found.has(path))
        if (shown.length === 0) return null
        return (
          <section key={group} aria-labelledby={groupId(group)}>
            <h2 id={groupId(group)}>{group}</h2>
            {shown.map(({ path, operation }) => (
              <Call
                key={path}
                path={path}
                operation={operation}
                description={description}
                open={open.has(operation.operationId)}
                onToggle={(opened) => toggle(operation.operationId, opened)}
              />
            ))}
          </section>
        )
      })}
      {query === '' && <Shared description={description} />}
    </>
  )
}

function Shared({ description }: { description: ApiDescription }) {
  const { schemas } = description.components
  const frame = schemas['CreateWalletRequest']
  return (
    <>
      <h2 id="shared-schemas">Shared schemas</h2>
      {frame && (
        <section>
          <h3 id="schema-frame">The frame of a submit</h3>
          <FieldTree
            schema={frame}
            schemas={{ ...schemas, CreateWalletIntent: INTENT }}
            label="Fields of the frame"
          />
        </section>
      )}
      {SHARED.filter((name) => schemas[name]).map((name) => (
        <section key={name}>
          <h3 id={`schema-${name}`}>{name === 'Status' ? 'Error' : name}</h3>
          <FieldTree schema={schemas[name]!} schemas={schemas} label={`Fields of ${name}`} />
        </section>
      ))}
      <h2 id="errors-of-every-call">Errors of every call</h2>
      <ErrorTable codes={description['x-errors-of-every-call']} errors={description['x-errors']} />
      <h3 id="errors-of-every-submit">Errors of every submit</h3>
      <ErrorTable codes={description['x-errors-of-every-submit']} errors={description['x-errors']} />
      <h2 id="not-callable">Activity types without a call</h2>
      <ul>
        {description['x-activities-without-path'].map(({ types, summary, instead }) => (
          <li key={types[0]}>
            {types.map((type) => (
              <code key={type}>{type} </code>
            ))}
            <Words text={`${summary} ${instead}`} />
          </li>
        ))}
      </ul>
      <h2 id="stamping-in-typescript">Stamping in TypeScript</h2>
      <p>
        The TypeScript examples use this function. <a href="/api-overview/stamps">Stamps</a> explains it byte
        by byte.
      </p>
      <Code text={stampBody} label="stampBody" />
    </>
  )
}

/** What the frame holds depends on the call. */
const INTENT = { type: 'object', description: 'The intent of the posted activity type.' }

const groupId = (group: string): string => group.toLowerCase().replaceAll(' ', '-')

const anchorOf = (hash: string): string[] => (hash.length > 1 ? [idOfHash(hash)] : [])
