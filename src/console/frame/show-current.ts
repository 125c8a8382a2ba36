/** Brings the area that is open into view where the menu is longer than the screen; the page itself does not move. */
const menu = document.querySelector<HTMLElement>('nav:has(#nav-open)')
const current = menu?.querySelector<HTMLElement>('[aria-current]')
if (menu && current) {
  const [top, bottom] = [current.offsetTop - menu.offsetTop, current.offsetTop - menu.offsetTop + current.offsetHeight]
  if (bottom > menu.clientHeight) menu.scrollTop = (top + bottom - menu.clientHeight) / 2
}
