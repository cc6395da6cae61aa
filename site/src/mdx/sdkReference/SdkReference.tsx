/** The reference of one entry point of the SDK packages: classes, functions, codes of errors, types. */
import { readExamples, readSource } from '@keywright/examples'
import type { ReactNode } from 'react'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { InlineText } from '../../shared/InlineText.tsx'
import { CodeBlock, headings } from '../elements.tsx'
import { FactsTable } from '../facts/FactsTable.tsx'
import {
  addressOf,
  anchorOf,
  isCodeList,
  isError,
  isShownAtTaker,
  optionsOf,
  sdkPages,
  symbolsOf,
} from './places.ts'
import type { SdkCallable, SdkSymbol, SdkValue } from './symbols.ts'

const { h3: H3 } = headings

/** @param of the name to import from */
export function SdkReference({ of }: { readonly of: string }) {
  const symbols = symbolsOf(of)
  const classes = symbols
    .filter((symbol) => symbol.kind === 'class' && !isError(symbol))
    // The main class has an example.
    .sort((a, b) => Number(b.example !== undefined) - Number(a.example !== undefined))
  const functions = symbols.filter(({ kind }) => kind === 'function')
  const isComponent = ({ name }: SdkSymbol) => /^[A-Z]/.test(name)
  const isHook = ({ name }: SdkSymbol) => /^use[A-Z]/.test(name)
  const codes = symbols.filter(isCodeList)
  const types = symbols.filter(
    (symbol) =>
      (symbol.kind === 'type' || symbol.kind === 'constant' || isError(symbol)) &&
      !isCodeList(symbol) &&
      !isShownAtTaker(symbol),
  )
  return (
    <>
      {classes.map((symbol) => (
        <Class key={symbol.name} symbol={symbol} />
      ))}
      <Functions of={of} title="Components" symbols={functions.filter(isComponent)} />
      <Functions of={of} title="Hooks" symbols={functions.filter(isHook)} />
      <Functions
        of={of}
        title="Functions"
        symbols={functions.filter((symbol) => !isComponent(symbol) && !isHook(symbol))}
      />
      {codes.length > 0 && <Group of={of} title="Error codes" />}
      {codes.map((symbol) => (
        <Codes key={symbol.name} symbol={symbol} />
      ))}
      {types.length > 0 && <Group of={of} title="Types" />}
      {types.map((symbol) => (
        <Type key={symbol.name} symbol={symbol} />
      ))}
    </>
  )
}

/** A heading, whose anchor names the entry point because a page can have several. */
function Group({ of, title }: { readonly of: string; readonly title: string }) {
  const slug = `${of.replace(/^@/, '').replaceAll('/', '-')}-${title.toLowerCase().replace(' ', '-')}`
  return (
    <H3 id={slug}>
      {title} of <InlineCode>{of}</InlineCode>
    </H3>
  )
}

function Codes({ symbol }: { readonly symbol: SdkSymbol }) {
  const { name, values = [] } = symbol
  const rows = values.map(({ name, text = '' }) => ({
    key: name,
    id: name,
    cells: [<InlineCode key="name">{name}</InlineCode>, <Prose key="text" text={text} symbol={symbol} />],
  }))
  return (
    <>
      <p id={name}>
        The codes of <InlineCode>{name}</InlineCode>:
      </p>
      <FactsTable label={`codes of ${name}`} heads={['Code', 'Meaning']} rows={rows} />
    </>
  )
}

function Class({ symbol }: { readonly symbol: SdkSymbol }) {
  const { name, text, example, calls = [], values = [] } = symbol
  return (
    <>
      <H3 id={name}>
        <InlineCode>{name}</InlineCode>
      </H3>
      {text && (
        <p>
          <Prose text={text} symbol={symbol} />
        </p>
      )}
      <Bases symbol={symbol} />
      {example && <CodeBlock lang="ts" code={example} />}
      {calls.map((call) => (
        <Call key={call.name} symbol={symbol} call={call} />
      ))}
      {values.length > 0 && <Values symbol={symbol} label={`properties of ${name}`} rows={values} />}
    </>
  )
}

function Functions(props: {
  readonly of: string
  readonly title: string
  readonly symbols: readonly SdkSymbol[]
}) {
  if (props.symbols.length === 0) return null
  return (
    <>
      <Group of={props.of} title={props.title} />
      {props.symbols.map((symbol) => (
        <Call
          key={symbol.name}
          symbol={symbol}
          call={{
            ...symbol.calls![0]!,
            ...(symbol.text && { text: symbol.text }),
            ...(symbol.example && { example: symbol.example }),
          }}
        />
      ))}
    </>
  )
}

/** What a class or type takes over from others. The calls of the API have their own reference. */
function Bases({ symbol }: { readonly symbol: SdkSymbol }) {
  const bases = symbol.extends ?? []
  if (bases.length === 0) return null
  if (bases.includes('Methods')) {
    return (
      <p>
        The <a href="/api/">API reference</a> lists the calls.
      </p>
    )
  }
  return (
    <p>
      Also has the members of{' '}
      {bases.map((base, index) => (
        <span key={base}>
          {index > 0 && ' and '}
          <code>
            <Linked text={base} symbol={symbol} />
          </code>
        </span>
      ))}
      .
    </p>
  )
}

function Call({ symbol, call }: { readonly symbol: SdkSymbol; readonly call: SdkCallable }) {
  const { name, signature, text = '', example, params, returns, throws } = call
  const isConstructor = name === 'constructor'
  // A method that throws what the function of the same name throws means the function.
  const others = { ...symbol, calls: symbol.calls!.filter((one) => one !== call) }
  const [first, rest] = afterSentence(isConstructor && text === '' ? `Creates a ${symbol.name}.` : text)
  const options = params.map((param) => optionsOf(symbol, param)).find((one) => one !== undefined)
  const rows = params.flatMap((param) => [
    ...(optionsOf(symbol, param) ? [] : [param]),
    ...(optionsOf(symbol, param)?.values ?? []).map((value) =>
      param.name === 'props' ? value : { ...value, name: `${param.name}.${value.name}` },
    ),
  ])
  const shown = exampleFor(symbol, call)
  return (
    <details className="details sdk-call" id={anchorOf(symbol, call)}>
      <summary>
        <span>
          <code>{isConstructor ? `new ${symbol.name}` : name}</code> {first}
        </span>
      </summary>
      <div className="details-body">
        <pre className="sdk-signature">
          <code>
            <Linked text={signature} symbol={symbol} />
          </code>
        </pre>
        {rest && (
          <p>
            <Prose text={rest} symbol={symbol} />
          </p>
        )}
        {rows.some((row) => options || row.text || row.default) && (
          <Values symbol={symbol} label={`parameters of ${name}`} rows={rows} />
        )}
        {options && <Bases symbol={options} />}
        {returns && (
          <p>
            Returns <Prose text={returns} symbol={symbol} />.
          </p>
        )}
        {throws && (
          <p>
            Throws <Prose text={throws.replace(/^as /, 'the errors of ')} symbol={others} />.
          </p>
        )}
        {example && <CodeBlock lang="ts" code={example} />}
        {shown && (
          <p>
            Example: <a href={shown.href}>{shown.title}</a>
          </p>
        )}
      </div>
    </details>
  )
}

function Type({ symbol }: { readonly symbol: SdkSymbol }) {
  const { name, text = '', calls = [], values = [], type } = symbol
  const [first, rest] = afterSentence(text)
  const rows = [
    ...calls.map(({ name, signature, text, throws }) => ({
      name,
      type: signature.replace(/^\w+/, ''),
      ...(text && { text }),
      ...(throws && { throws }),
    })),
    ...values,
  ]
  return (
    <details className="details sdk-call" id={name}>
      <summary>
        <span>
          <code>{name}</code> {first}
        </span>
      </summary>
      <div className="details-body">
        {rest && (
          <p>
            <Prose text={rest} symbol={symbol} />
          </p>
        )}
        {type && (
          <pre className="sdk-signature">
            <code>
              <Linked text={type} symbol={symbol} />
            </code>
          </pre>
        )}
        {rows.length > 0 && <Values symbol={symbol} label={`members of ${name}`} rows={rows} />}
        <Bases symbol={symbol} />
      </div>
    </details>
  )
}

interface ValuesProps {
  readonly symbol: SdkSymbol
  readonly label: string
  readonly rows: readonly SdkValue[]
}

/** A table with only the columns that have content. */
function Values({ symbol, label, rows }: ValuesProps) {
  const hasTypes = rows.some(({ type }) => type !== '')
  const hasDefaults = rows.some((row) => row.default !== undefined || row.optional)
  const hasTexts = rows.some(({ text, throws }) => text !== undefined || throws !== undefined)
  return (
    <FactsTable
      label={label}
      heads={[
        'Name',
        ...(hasTypes ? ['Type'] : []),
        ...(hasDefaults ? ['Default'] : []),
        ...(hasTexts ? ['Meaning'] : []),
      ]}
      rows={rows.map(({ name, type, text = '', optional, default: value, throws }) => ({
        key: name,
        cells: [
          <InlineCode key="name">{name}</InlineCode>,
          ...(hasTypes
            ? [
                <code key="type">
                  <Linked text={type} symbol={symbol} />
                </code>,
              ]
            : []),
          ...(hasDefaults
            ? [<Prose key="default" text={value ?? (optional ? 'optional' : 'required')} symbol={symbol} />]
            : []),
          ...(hasTexts
            ? [<Prose key="text" text={throws ? `${text} Throws ${throws}.`.trim() : text} symbol={symbol} />]
            : []),
        ],
      }))}
    />
  )
}

/** The first sentence, and what follows. */
function afterSentence(text: string): [ReactNode, string] {
  const end = /\. (?=[A-Z`])/.exec(text)
  const first = end ? text.slice(0, end.index + 1) : text
  return [first.replaceAll('`', ''), text.slice(first.length).trim()]
}

/** Text with code, in which names of the SDK and codes of errors are links. */
function Prose({ text, symbol }: { readonly text: string; readonly symbol: SdkSymbol }) {
  return (
    <InlineText
      code={(part) => <LinkedCode text={part} symbol={symbol} />}
      plain={(part) => <Linked text={part} symbol={symbol} only={/Error$/} />}
    >
      {text}
    </InlineText>
  )
}

function LinkedCode({ text, symbol }: { readonly text: string; readonly symbol: SdkSymbol }) {
  const address = addressOf(text.replace(/\(\)$/, ''), symbol)
  const code = <InlineCode>{text}</InlineCode>
  return address === undefined ? code : <a href={address}>{code}</a>
}

/** Text in which the names of the SDK are links. */
function Linked({
  text,
  symbol,
  only,
}: {
  readonly text: string
  readonly symbol: SdkSymbol
  readonly only?: RegExp
}) {
  return text.split(/\b([A-Z]\w+)\b/).map((part, index) => {
    const isName = index % 2 === 1 && part !== symbol.name && (only?.test(part) ?? true)
    const address = isName ? addressOf(part, symbol) : undefined
    if (address === undefined) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <a key={index} href={address}>
        {part}
      </a>
    )
  })
}

/** The first example that uses a function or method, and the page that shows it. */
function exampleFor(symbol: SdkSymbol, { name }: SdkCallable): { title: string; href: string } | undefined {
  const use =
    name === 'constructor'
      ? `new ${symbol.name}(`
      : symbol.kind === 'function'
        ? /^[A-Z]/.test(name)
          ? `<${name}`
          : `${name}(`
        : `.${name}(`
  const page = sdkPages[symbol.entry]!
  const uses = readExamples().filter(
    ({ imports, file }) => imports.includes(symbol.entry) && readSource(file).includes(use),
  )
  const here = uses.find(({ pages }) => pages.includes(page))
  const example = here ?? uses[0]
  return example && { title: example.title, href: here ? page : example.pages[0]! }
}
