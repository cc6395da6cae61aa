/** Shared parts of calls: the frame, entities, errors, and activity types without a call. */
import { InlineText } from '../shared/InlineText.tsx'
import { takeOver } from './Call.tsx'
import type { ApiDescription, Schema } from './description.ts'
import { ErrorList } from './ErrorList.tsx'
import { FieldTree } from './FieldTree.tsx'
import { frameOf, sharedEntities, sharedEnums } from './shapes.ts'

export function Shared({ description }: { description: ApiDescription }) {
  const { schemas } = description.components
  return (
    <div ref={takeOver}>
      <h2 id="shared-schemas">Shared schemas</h2>
      <section>
        <h3 id="schema-frame">The frame of a submit</h3>
        <FieldTree
          schema={frameOf(description)}
          schemas={schemas}
          label="Fields of the frame"
          place="schema-frame"
        />
      </section>
      {sharedEntities(description).map(({ name, title, anchor }) => (
        <section key={name}>
          <h3 id={anchor}>{title}</h3>
          <FieldTree schema={schemas[name]!} schemas={schemas} label={`Fields of ${name}`} place={anchor} />
        </section>
      ))}
      <h2 id="enumerations">Enumerations</h2>
      {sharedEnums(description).map(({ name, title, anchor }) => (
        <section key={name}>
          <h3 id={anchor}>{title}</h3>
          <EnumMembers of={schemas[name]!} />
        </section>
      ))}
      <h2 id="errors-of-every-call">Errors of every call</h2>
      <ErrorList codes={description['x-errors-of-every-call']} errors={description['x-errors']} />
      <h3 id="errors-of-every-submit">Errors of every submit</h3>
      <ErrorList codes={description['x-errors-of-every-submit']} errors={description['x-errors']} />
      <h2 id="not-callable">Activity types without a call</h2>
      <ul>
        {description['x-activities-without-path'].map(({ types, summary, instead, parameters }) => (
          <li key={types[0]}>
            {types.map((type) => (
              <code key={type} id={type}>
                {type}{' '}
              </code>
            ))}
            <InlineText>{`${summary} ${instead}`}</InlineText>
            <FieldTree
              schema={parameters}
              schemas={schemas}
              label={`Fields of ${types.at(-1)}`}
              place={types.at(-1)!}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The values of an enumeration with their meaning. */
export function EnumMembers({ of }: { readonly of: Schema }) {
  return (
    <ul className="field-members">
      {Object.entries(of['x-enumDescriptions'] ?? {}).map(([value, meaning]) => (
        <li key={value}>
          <code>{value}</code> <InlineText>{meaning}</InlineText>
        </li>
      ))}
    </ul>
  )
}
