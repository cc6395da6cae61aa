/** Modules of the interactive elements by id. `places.tsx` has their places and fallback texts. */
import type { ElementModule } from './element.ts'

export const elements: Readonly<Record<string, () => Promise<ElementModule>>> = {
  'address-explorer': () => import('./address-explorer/AddressExplorer.tsx'),
  'passkey-demo': () => import('./passkey-demo/PasskeyDemo.tsx'),
}
