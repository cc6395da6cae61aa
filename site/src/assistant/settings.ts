/** What the built document tells the assistant, as attributes of its element. */

export interface AssistantSettings {
  /** Of a hosted assistant; absent for the embedded one. */
  readonly endpoint?: string | undefined
  readonly language: string
}

export const readAssistantSettings = (host: HTMLElement): AssistantSettings => ({
  endpoint: host.dataset.endpoint,
  language: host.ownerDocument.documentElement.lang,
})
