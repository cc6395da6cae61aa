/** Dropdown menus of the navbar, which the platform opens: closes them on outside click, focus and Escape. */

export function startMenus(): void {
  for (const type of ['pointerdown', 'focusin'])
    document.addEventListener(type, (event) => {
      for (const menu of openMenus()) if (!menu.contains(event.target as Node)) menu.open = false
    })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')!.focus()
      menu.open = false
    }
  })
  document.addEventListener('click', (event) => {
    const menu = (event.target as Element)
      .closest('a')
      ?.closest<HTMLDetailsElement>('.navbar-links [data-menu]')
    if (menu) menu.open = false
  })
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll('.navbar-links [data-menu][open]')
}
