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
}
