/**
 * The API reference as an island. The prerendered outline stays until the description is there; a failed fetch leaves
 * it readable and offers to try again.
 */
import { errorBox } from '../client/loadError.ts'
import { mountIsland } from '../shell/mountIsland.tsx'
import { fetchDescription } from './description.ts'
import { Reference } from './Reference.tsx'
import './reference.css'

export function mount(element: HTMLElement): () => void {
  const notice = document.createElement('div')
  element.before(notice)
  let leave = () => {}
  let left = false

  async function load() {
    notice.replaceChildren(loadingNotice())
    try {
      const description = await fetchDescription(element.dataset['src']!)
      notice.remove()
      if (!left) leave = mountIsland(element, <Reference description={description} />)
    } catch (error) {
      notice.replaceChildren(errorBox('The API description could not be loaded', error, load))
    }
  }

  void load()
  return () => {
    left = true
    leave()
  }
}

function loadingNotice(): HTMLElement {
  const text = document.createElement('p')
  text.className = 'reference-notice'
  text.setAttribute('role', 'status')
  text.textContent = 'Loading the API description…'
  return text
}
