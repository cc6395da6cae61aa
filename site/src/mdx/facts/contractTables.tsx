/** Contract tables: activity types, features, address formats, fields, enumerations and calls. */
import { type CallName, type EntityName, type EnumName, stampSchemes } from '@keywright/contract'
import {
  activityTypeRows,
  addressFormatRows,
  type CallPart,
  callRows,
  enumRows,
  featureRows,
  fieldsOf,
} from '@keywright/contract/reference'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable, listOf } from './FactsTable.tsx'

/** Resource and action of each activity type in policies. */
export function ActivityTypes({ resource }: { readonly resource?: string }) {
  const rows = activityTypeRows(resource).map(({ types, resource: seen, action, call, authority }) => ({
    key: types.join(),
    cells: [
      call === null ? (
        <InlineCode key="type">{types.at(-1)}</InlineCode>
      ) : (
        <CallLink key="type" call={call} text={types.at(-1)!} />
      ),
      <InlineCode key="resource">{seen}</InlineCode>,
      <InlineCode key="action">{action}</InlineCode>,
      authority,
    ],
  }))
  const heads = ['Activity type', 'Resource', 'Action', 'Who may allow it']
  return <FactsTable label="activity types" heads={heads} rows={rows} />
}

/** Features of an organization. */
export function Features() {
  const rows = featureRows().map(({ name, description, value, parent, subOrganization, disabledBy }) => ({
    key: name,
    cells: [
      <>
        <InlineCode>{name}</InlineCode>
        <span className="facts-note">
          <InlineText>{description}</InlineText>
        </span>
      </>,
      value,
      parent,
      disabledBy === null ? (
        subOrganization
      ) : (
        <>
          {subOrganization}, unless <InlineCode>{disabledBy}</InlineCode>
        </>
      ),
    ],
  }))
  const heads = ['Feature', 'Value', 'New parent organization', 'New sub-organization']
  return <FactsTable label="features" heads={heads} rows={rows} />
}

/** Address formats. `only` filters by the name after `ADDRESS_FORMAT_`. */
export function AddressFormats({ only }: { readonly only?: string }) {
  const rows = addressFormatRows(only).map(({ format, curves, defaultPath, encoding, example }) => ({
    key: format,
    cells: [
      <InlineCode key="format">{format}</InlineCode>,
      <InlineCode key="curves">{curves}</InlineCode>,
      <InlineCode key="path">{defaultPath}</InlineCode>,
      encoding,
      <InlineCode key="example">{example}</InlineCode>,
    ],
  }))
  const heads = ['Format', 'Curve', 'Default path', 'Encoding', 'Address of the public test phrase']
  return <FactsTable label="address formats" heads={heads} rows={rows} />
}

/** The four stamp schemes of API keys. */
export function StampSchemes() {
  const rows = stampSchemes.map(({ scheme, curve, publicKey, signs, signature }) => ({
    key: scheme,
    cells: [
      <InlineCode key="scheme">{scheme}</InlineCode>,
      <InlineCode key="curve">{curve}</InlineCode>,
      publicKey,
      signs,
      signature,
    ],
  }))
  const heads = ['Scheme', 'Key registered as', 'Public key', 'What is signed', 'Signature']
  return <FactsTable label="stamp schemes" heads={heads} rows={rows} />
}

/** Fields of an object or of a part of a call. */
export function Fields({ of, part }: { readonly of: string; readonly part?: CallPart }) {
  const fields = part === undefined ? fieldsOf(of as EntityName) : fieldsOf(of as CallName, part)
  const rows = fields.map(({ name, type, required, description }) => ({
    key: name,
    cells: [
      <>
        <InlineCode>{name}</InlineCode>
        <span className="facts-note">{required ? 'required' : 'optional'}</span>
      </>,
      type,
      <InlineText key="description">{description}</InlineText>,
    ],
  }))
  const label = part === undefined ? `fields of ${of}` : `${part} of ${of}`
  return <FactsTable label={label} heads={['Field', 'Type', 'Meaning']} rows={rows} />
}

/** Members of an enumeration. */
export function Enum({ of }: { readonly of: EnumName }) {
  const rows = enumRows(of).map(({ name, description }) => ({
    key: name,
    cells: [
      <InlineCode key="name">{name}</InlineCode>,
      <InlineText key="description">{description}</InlineText>,
    ],
  }))
  return <FactsTable label={`members of ${of}`} heads={['Value', 'Meaning']} rows={rows} />
}

/** Calls with summaries, linked to the reference. */
export function Calls({ only }: { readonly only?: string }) {
  const listed = callRows(listOf(only))
  const isMixed = new Set(listed.map(({ kind }) => kind)).size > 1
  const rows = listed.map(({ name, kind, summary }) => ({
    key: name,
    cells: [
      <CallLink key="name" call={name} text={name} />,
      ...(isMixed ? [kind] : []),
      <InlineText key="summary">{summary}</InlineText>,
    ],
  }))
  const heads = ['Call', ...(isMixed ? ['Kind'] : []), 'What it does']
  return <FactsTable label="calls" heads={heads} rows={rows} />
}

function CallLink({ call, text }: { readonly call: CallName; readonly text: string }) {
  return (
    <a href={`/api/#${call}`}>
      <InlineCode>{text}</InlineCode>
    </a>
  )
}
