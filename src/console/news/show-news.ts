import { newsKinds, type NewsKind } from '../../contracts/console/news.ts'
import { followNews } from './follow-news.ts'
import { loadHere } from './load-here.ts'

/** Counts what arrived since the page was shown: in the bar, aloud for those who listen, and in the title. */
type Counted = Partial<Record<NewsKind, Set<string>>>

const bar = document.querySelector<HTMLElement>('[data-news]')
const max = 99
const titleOf = document.title

if (bar) start(bar)

function start(shown: HTMLElement): void {
  let counted = emptyOf(shown)
  const { news = '', person = '' } = shown.dataset
  let known: Set<string> | undefined
  followNews(news, person, (arrived) => {
    const since = sinceOf(shown)
    for (const kind of newsKinds)
      for (const key of arrived[kind]) if (isNew(key, since[kind], known)) counted[kind]?.add(key)
    known = new Set([...(known ?? []), ...newsKinds.flatMap((kind) => arrived[kind])])
    show(shown, counted)
  })
  const link = shown.querySelector('a')
  const showThem = async ({ href }: HTMLAnchorElement) => {
    const fresh = await loadHere(href)
    if (!fresh) return location.assign(href)
    for (const [kind, since] of Object.entries(sinceOf(fresh))) shown.setAttribute(`data-since-${kind}`, since)
    counted = emptyOf(shown)
    show(shown, counted)
    say(shown, shown.dataset['shown'] ?? '')
    shown.focus({ preventScroll: true })
  }
  link?.addEventListener('click', (event) => {
    if (link.dataset['here'] === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void showThem(link)
  })
}

function emptyOf(shown: HTMLElement): Counted {
  return Object.fromEntries(Object.keys(sinceOf(shown)).map((kind) => [kind, new Set<string>()]))
}

function sinceOf(shown: HTMLElement): Partial<Record<NewsKind, string>> {
  const arrived = newsKinds.map((kind) => [kind, shown.getAttribute(`data-since-${kind}`)] as const)
  return Object.fromEntries(arrived.filter(([, since]) => since !== null))
}

/** An order that was written before the page's newest, and came through after it, is new as well. */
function isNew(key: string, since: string | undefined, known: ReadonlySet<string> | undefined): boolean {
  return key > (since ?? '~') || (known !== undefined && !known.has(key))
}

function show(shown: HTMLElement, counted: Counted): void {
  const counts = newsKinds.map((kind) => ({ kind, count: counted[kind]?.size ?? 0 })).filter(({ count }) => count > 0)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const link = shown.querySelector('a')
  if (link) link.hidden = all === 0
  if (all === 0) delete shown.dataset['count']
  else shown.dataset['count'] = String(all)
  document.title = all === 0 ? titleOf : `(${cappedCount(all)}) ${titleOf}`
  say(shown, counts.map(({ kind, count }) => sentence(shown, kind, count)).join(', '))
}

function sentence(shown: HTMLElement, kind: NewsKind, count: number): string {
  const text = shown.getAttribute(`data-${count === 1 ? 'one' : 'many'}-${kind}`) ?? ''
  return text.replace('#', cappedCount(count))
}

/** Writes only what differs, so that nothing is read aloud twice. */
function say(shown: HTMLElement, text: string): void {
  const line = shown.querySelector('span')
  if (line && line.textContent !== text) line.textContent = text
}

const cappedCount = (count: number) => (count > max ? `${max}+` : String(count))
