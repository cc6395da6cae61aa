/** The settings that the server gave to the page. */
import { createContext, useContext } from 'react'
import type { PageSettings } from '../server/handler.ts'

export const SettingsContext = createContext<PageSettings | undefined>(undefined)
export const useSettings = (): PageSettings => useContext(SettingsContext)!
