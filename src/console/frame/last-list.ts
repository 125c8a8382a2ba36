import { answerParameter } from '../../contracts/console/kept-answer.ts'

/** The link back to a list leads to the list as it was last looked at in this tab: its filters, order and page. */
const keyOf = (path: string) => `list ${path}`

if (document.querySelector('main [data-list]')) {
  const shown = new URLSearchParams(location.search)
  for (const name of ['done', answerParameter]) shown.delete(name)
  sessionStorage.setItem(keyOf(location.pathname), String(shown))
}
for (const link of document.querySelectorAll<HTMLAnchorElement>('main > :is(p, nav):first-of-type a')) {
  const shown = link.search === '' ? sessionStorage.getItem(keyOf(link.pathname)) : null
  if (shown !== null && link.pathname !== location.pathname) link.search = shown
}

/**
 * The row that was opened is the current one when its list is shown again the first time, so that `j` goes on from
 * it; of somebody who opened it by keyboard it has the focus, too.
 */
const rowKey = `row ${location.pathname}`
const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('main [data-row] a')]

document.addEventListener('click', ({ target, detail }) => {
  const link = rowLinks().find((each) => target instanceof Node && each.contains(target))
  if (link) sessionStorage.setItem(rowKey, `${detail === 0 ? 'keys' : 'pointer'} ${link.pathname}`)
})

const [by, opened] = (sessionStorage.getItem(rowKey) ?? '').split(' ')
sessionStorage.removeItem(rowKey)
const again = rowLinks().find(({ pathname }) => pathname === opened)
if (again && !document.querySelector('main :is([data-said], [autofocus])')) {
  again.closest<HTMLElement>('[data-row]')?.setAttribute('data-current', '')
  if (by === 'keys') again.focus()
}
