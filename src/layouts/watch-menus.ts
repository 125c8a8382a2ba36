/**
 * While a menu lies over the page, what it covers is inert: a tap beside the menu closes it and does nothing else, and
 * Tab stays in sight. The side navigation covers the whole page; the parts menu covers what follows it.
 */
export function watchMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('#side-nav, #parts-menu')) {
    const frame = menu.closest('body > *')
    const isFirst = (other: Element) => Boolean(other.compareDocumentPosition(menu) & Node.DOCUMENT_POSITION_FOLLOWING)
    const covered = [...document.querySelectorAll<HTMLElement>('body > *')].filter(
      (other) => other !== frame && (frame === menu || !isFirst(other)),
    )
    const follow = () => {
      for (const other of covered) other.inert = menu.matches(':popover-open')
    }
    menu.addEventListener('toggle', follow)
    follow()
  }
  for (const sheet of document.querySelectorAll<HTMLElement>('#side-nav, #facets')) {
    sheet.addEventListener('toggle', () => moveFocus(sheet))
    // It may be open already.
    if (sheet.matches(':popover-open')) moveFocus(sheet)
  }
}

/**
 * Gives the focus to a sheet that was opened, and back to its button: the browser cannot do so, because the page behind
 * the one is inert, and the button of the other may be exchanged with the list.
 */
function moveFocus(sheet: HTMLElement): void {
  const { activeElement } = document
  const isOpen = sheet.matches(':popover-open')
  const isKept = sheet.contains(activeElement) === isOpen && activeElement?.closest('[inert]') === null
  if (isKept && activeElement !== document.body) return
  sheet.tabIndex = -1
  if (isOpen) sheet.focus()
  else document.querySelector<HTMLElement>(`[popovertarget="${sheet.id}"]:not([popovertargetaction])`)?.focus()
}
