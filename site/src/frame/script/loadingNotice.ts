/** A notice at the edge of the window while a part loads that the reader has asked for or scrolled to. */

import { partLoading } from '../../config/scriptWords.ts'

export function loadingNotice(document: Document, label: string): HTMLElement {
  const notice = document.createElement('p')
  notice.className = 'island-notice'
  notice.setAttribute('role', 'status')
  notice.textContent = partLoading.replace('{part}', () => label.replace(/^The /, 'the '))
  return notice
}
