/** Texts of the page's language. The build provides them, the browser reads them from the document. */
import { createContext, useContext } from 'react'
import { en, type Messages } from './en.ts'

export const MessagesContext = createContext<Messages | undefined>(undefined)

/** Id of the JSON with the texts in non-English documents. */
export const MESSAGES_ID = 'shell-messages'

export function useMessages(): Messages {
  return useContext(MessagesContext) ?? messagesOfDocument()
}

let known: { readonly text: string; readonly messages: Messages } | undefined

function messagesOfDocument(): Messages {
  const text = typeof document === 'undefined' ? undefined : document.getElementById(MESSAGES_ID)?.textContent
  if (!text) return en
  if (known?.text !== text) known = { text, messages: { ...en, ...JSON.parse(text) } }
  return known.messages
}

/** `fill('{count} results', { count: 3 })` → `3 results`. */
export const fill = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
