/** What an activity would do, for the people who vote on it. */
import type { Activity, KeywrightError } from '@keywright/client'
import type {
  DescribedCall,
  DescribedInterface,
  DescribedTransfer,
  PlainValue,
  TransactionDescription,
} from '@keywright/client/explain'
import { type ReactNode, useEffect, useState } from 'react'
import { type ErrorTexts, errorText, textsOf } from '../errorTexts.ts'
import { useStore } from '../KeywrightProvider.tsx'
import { toKeywrightError } from '../useAction.ts'

export interface ActivityLabels {
  readonly loading: string
  readonly type: string
  readonly status: string
  readonly chain: string
  readonly fee: string
  /** Instead of the fee, if the transaction doesn't limit it. */
  readonly feeUnknown: string
  /** Heading of a payment. */
  readonly transfer: string
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly token: string
  /** Heading of a call of a contract. */
  readonly call: string
  readonly contract: string
  readonly address: string
  readonly function: string
  /** Heading of an authorization of EIP-7702. */
  readonly authorization: string
  readonly nonce: string
  readonly warning: string
  /** Heading of the other members of the transaction. */
  readonly details: string
  /** Heading of the parameters, if the activity signs no transaction or one that can't be read. */
  readonly parameters: string
  /** Text of the alert if the interfaces of contracts can't be loaded. */
  readonly errors?: ErrorTexts
}

const LABELS: ActivityLabels = {
  loading: 'Loading.',
  type: 'Request',
  status: 'Status',
  chain: 'Chain',
  fee: 'Fee',
  feeUnknown: 'not limited by the transaction',
  transfer: 'Payment',
  from: 'From',
  to: 'Recipient',
  amount: 'Amount',
  token: 'Token',
  call: 'Contract call',
  contract: 'Contract',
  address: 'Address',
  function: 'Function',
  authorization: 'Lets this code act for the account',
  nonce: 'Nonce',
  warning: 'Warning',
  details: 'Details',
  parameters: 'Parameters',
}

export interface ActivityDetailsProps {
  /** With its intent, as `getActivity` and `listActivities` return it. */
  readonly activity: Pick<Activity, 'type' | 'status' | 'organizationId'> & { readonly intent: object }
  /** Interfaces of contracts, which name calls and their arguments. Default: those of the organization, read with the session. */
  readonly interfaces?: readonly DescribedInterface[]
  /** Default: in English. */
  readonly labels?: Partial<ActivityLabels>
  readonly className?: string | undefined
  /** Content after the details, such as buttons that approve and reject. */
  readonly children?: ReactNode
}

/**
 * Shows recipients, amounts, highest fee, chain and decoded calls of a transaction, or the parameters of another activity.
 * Unstyled. Select with `data-keywright="activity"` and `data-part`.
 */
export function ActivityDetails({ activity, interfaces, labels, className, children }: ActivityDetailsProps) {
  const text = textsOf(LABELS, labels)
  const described = useDescription(activity, interfaces)
  const isLoading = described === undefined
  return (
    <section className={className} data-keywright="activity" aria-busy={isLoading}>
      <Members
        rows={[
          [text.type, activity.type],
          [text.status, activity.status],
        ]}
      />
      <p role="status">{isLoading ? text.loading : ''}</p>
      <p role="alert">{described?.error ? errorText(described.error, text.errors) : ''}</p>
      {described?.transaction && <Transaction transaction={described.transaction} text={text} />}
      {described && !described.transaction && (
        <Group part="parameters" title={text.parameters} rows={rowsOf(Object.values(activity.intent)[0])} />
      )}
      {children}
    </section>
  )
}

interface Described {
  readonly of: object
  readonly transaction?: TransactionDescription | undefined
  /** Why the interfaces are missing. */
  readonly error?: KeywrightError
}

/** Undefined while loading: the code that reads transactions is a chunk of its own. */
function useDescription(
  activity: ActivityDetailsProps['activity'],
  given: readonly DescribedInterface[] | undefined,
): Described | undefined {
  const { keywright } = useStore()
  const [described, setDescribed] = useState<Described>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const readInterfaces = async () => {
      const client = await keywright.currentUserSession()
      const { organizationId } = activity
      return (await client?.listSmartContractInterfaces({ organizationId }, { signal }))
        ?.smartContractInterfaces
    }
    const describe = async (): Promise<Described> => {
      const { describeActivity } = await import('@keywright/client/explain')
      try {
        const interfaces = given ?? (await readInterfaces())
        return { of: activity, transaction: describeActivity(activity, interfaces) }
      } catch (error) {
        return { of: activity, transaction: describeActivity(activity), error: toKeywrightError(error) }
      }
    }
    const show = (next: Described) => signal.aborted || setDescribed(next)
    describe().then(show, (error) => show({ of: activity, error: toKeywrightError(error) }))
    return () => controller.abort()
  }, [keywright, activity, given])
  // Never the details of another activity.
  return described?.of === activity ? described : undefined
}

function Transaction({ transaction, text }: { transaction: TransactionDescription; text: ActivityLabels }) {
  const { chain, fee, transfers, calls, authorizations, details } = transaction
  return (
    <>
      <Members
        rows={[
          [text.chain, chain],
          [text.fee, fee ?? text.feeUnknown],
        ]}
      />
      {numbered(transfers).map(([key, transfer]) => (
        <Group key={key} part="transfer" title={text.transfer} rows={transferRows(transfer, text)} />
      ))}
      {numbered(calls).map(([key, call]) => (
        <Group key={key} part="call" title={text.call} rows={callRows(call, text)} />
      ))}
      {numbered(authorizations).map(([key, { address, chain: where, nonce }]) => (
        <Group
          key={key}
          part="authorization"
          title={text.authorization}
          rows={[
            [text.address, address],
            [text.chain, where],
            [text.nonce, nonce],
          ]}
        />
      ))}
      <details data-part="details">
        <summary>{text.details}</summary>
        <Members rows={rowsOf(details)} />
      </details>
    </>
  )
}

type Row = readonly [name: string, value: string | undefined]

const transferRows = (
  { from, to, amount, token, warning }: DescribedTransfer,
  text: ActivityLabels,
): Row[] => [
  [text.from, from],
  [text.to, to],
  [text.amount, amount],
  [text.token, token],
  [text.warning, warning],
]

const callRows = (call: DescribedCall, text: ActivityLabels): Row[] => [
  [text.contract, call.contract],
  [text.address, call.address],
  [text.function, call.function],
  ...rowsOf(call.arguments ?? {}),
  [text.warning, call.warning],
]

/** Flat: `accounts.0.path`. */
function rowsOf(value: unknown, path = ''): Row[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value as PlainValue)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    rowsOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

const numbered = <T,>(list: readonly T[]) => list.map((one, key) => [key, one] as const)

function Group({ part, title, rows }: { part: string; title: string; rows: readonly Row[] }) {
  return (
    <section data-part={part}>
      <h3>{title}</h3>
      <Members rows={rows} />
    </section>
  )
}

/** Values are isolated, so that a name with right-to-left characters can't reorder what is around it. */
function Members({ rows }: { rows: readonly Row[] }) {
  return (
    <dl>
      {numbered(rows).map(
        ([key, [name, value]]) =>
          value !== undefined && (
            <div key={key}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
