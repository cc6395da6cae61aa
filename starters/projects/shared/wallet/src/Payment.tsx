/**
 * A payment in two steps. The user confirms exactly what will be signed, because a passkey prompt shows no details and the
 * node could claim any fee.
 */
import { useAction } from '@keywright/react'
import { useState } from 'react'
import {
  type Address,
  formatUnits,
  getAddress,
  type Hash,
  type PublicClient,
  parseUnits,
  type TransactionSerializableGeneric,
} from 'viem'
import { Form } from './Form.tsx'
import { useSettings } from './settings.ts'

interface PaymentProps {
  readonly node: PublicClient
  readonly from: Address
  /** Signs and sends exactly this. */
  readonly pay: (payment: TransactionSerializableGeneric) => Promise<Hash>
  readonly onPaid: () => Promise<void>
}

export function Payment(props: PaymentProps) {
  const { chain } = useSettings()
  const amountLabel = `Amount in ${chain.nativeCurrency.symbol}`
  const empty = { To: '', [amountLabel]: '0.1' }
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(empty)
  const prepare = useAction(async (_signal, to: string, amount: string) => {
    const value = parseUnits(amount, chain.nativeCurrency.decimals)
    if (value <= 0n) throw new Error('The amount must be more than 0.')
    const payment = { account: props.from, chain: null, chainId: chain.id, to: getAddress(to), value }
    return props.node.prepareTransactionRequest(payment)
  })
  if (prepare.status === 'done') {
    const back = (isPaid: boolean) => {
      if (isPaid) setFields(empty)
      prepare.reset()
    }
    return <Confirmation {...props} payment={prepare.result} onBack={back} />
  }
  return (
    <Form
      action={prepare}
      button="Review payment"
      fields={fields}
      onSubmit={(values) => {
        setFields(values)
        prepare.run(values['To'] ?? '', values[amountLabel] ?? '')
      }}
    />
  )
}

interface ConfirmationProps extends PaymentProps {
  readonly payment: TransactionSerializableGeneric
  readonly onBack: (isPaid: boolean) => void
}

function Confirmation({ node, payment, pay, onPaid, onBack }: ConfirmationProps) {
  const { chain } = useSettings()
  const { symbol, decimals } = chain.nativeCurrency
  const format = (units: bigint) => `${formatUnits(units, decimals)} ${symbol}`
  const send = useAction(async () => {
    // Another attempt has the same nonce, so it can't pay twice.
    const hash = await pay(payment)
    await node.waitForTransactionReceipt({ hash })
    await onPaid()
    return hash
  })
  const { to, value = 0n, chainId, gas = 0n, maxFeePerGas, gasPrice = 0n } = payment
  const isPaid = send.status === 'done'
  return (
    <section aria-label="Payment" tabIndex={-1} ref={focus}>
      <dl>
        <dt>To</dt>
        <dd>
          <code>{to}</code>
        </dd>
        <dt>Amount</dt>
        <dd>{format(value)}</dd>
        <dt>Fee</dt>
        <dd>at most {format(gas * (maxFeePerGas ?? gasPrice))}</dd>
        <dt>Chain</dt>
        <dd>
          {chain.name} ({chainId})
        </dd>
      </dl>
      {isPaid ? (
        <p role="status">
          Sent: <code>{send.result}</code>
        </p>
      ) : (
        <Form action={send} button="Confirm and send" onSubmit={() => send.run()} />
      )}
      {send.status !== 'pending' && (
        <button type="button" onClick={() => onBack(isPaid)}>
          {isPaid ? 'New payment' : 'Cancel'}
        </button>
      )}
    </section>
  )
}

/** The form with the focus is gone. */
const focus = (element: HTMLElement | null) => element?.focus()
