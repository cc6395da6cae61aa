/** Keys and clicks that belong to an editor or a field stay there. */
import { expect, type Page, test, visit } from './support/test.ts'

const QUICKSTART = '/getting-started/quickstart'
const example = (page: Page) => page.locator('.example[data-example="quickstart/first-signature"]')
const dialog = (page: Page) => page.locator('.search-dialog[open]')

async function openEditor(page: Page) {
  await visit(page, QUICKSTART)
  await example(page).getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = example(page).getByRole('textbox')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  return editor
}

test('every printable character can be typed into the editor', async ({ page }) => {
  const editor = await openEditor(page)
  const typed = '/ a?k.,;:!@#$%^&*+-=~|<> // end'
  await page.keyboard.type(typed)
  await expect(editor).toHaveText(typed)
  await expect(dialog(page)).toHaveCount(0)
  // The editor deletes a line. Outside, the browser takes the shortcut.
  await page.keyboard.press('Control+Shift+K')
  await expect(editor).toHaveText('')
  await expect(dialog(page)).toHaveCount(0)
})

test('the shell takes no key from fields in a shadow root, editable text or selects', async ({ page }) => {
  await visit(page, QUICKSTART)
  for (const html of [
    '<input>',
    '<textarea></textarea>',
    '<div contenteditable="true">x</div>',
    '<select><option>a</option></select>',
  ]) {
    const taken = await page.evaluate((inner) => {
      const host = document.getElementById('main')!.appendChild(document.createElement('div'))
      host.attachShadow({ mode: 'open' }).innerHTML = inner
      const field = host.shadowRoot!.firstElementChild as HTMLElement
      field.focus()
      return ['/', '?', 's', 'Escape', 'ArrowDown', 'ArrowRight', 'Home', 'Enter', 'Tab'].filter((key) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true })
        field.dispatchEvent(event)
        return event.defaultPrevented
      })
    }, html)
    expect(taken, html).toEqual([])
  }
  await expect(dialog(page)).toHaveCount(0)
})

test('Run stays under the pointer while the example runs, is edited and is reset', async ({ page }) => {
  await visit(page, QUICKSTART)
  const run = example(page).locator('.run-button')
  const place = () =>
    run.evaluate((one: HTMLElement) => [one.getBoundingClientRect().left, one.offsetTop, one.offsetWidth])
  const before = await place()
  const button = (name: string) => example(page).getByRole('button', { name, exact: true })
  await run.click()
  await expect(example(page).locator('.example-status')).toHaveText(/^Finished/)
  expect(await place()).toEqual(before)
  await expect(button('Reset')).toHaveCount(0)
  await button('Edit').click()
  await expect(button('Reset')).toBeVisible()
  expect(await place()).toEqual(before)
  await example(page).locator('.example-actions button').nth(1).click()
  expect(await place()).toEqual(before)
  await button('Reset').click()
  expect(await place()).toEqual(before)
})

test('an error names its column in the source, and a rejected request only if there is one', async ({
  page,
}) => {
  await openEditor(page)
  await page.keyboard.insertText('const a: { b?: number } = {}; throw new Error(String(a.b))')
  await example(page).locator('.run-button').click()
  const outcome = example(page).locator('[data-kind="outcome"]')
  await expect(outcome).toContainText('example.ts:1:37')
  await expect(outcome).not.toContainText('rejected request')
})
