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
