/** The parts of a listing's page that a filter, an order or another page changes. */
const exchanged = ['.facets', '.results'] as const
const shownState = 'listing'

let latest: AbortController | undefined

/**
 * Exchanges a listing in place when a filter, an order or a page is chosen in it: nothing reloads or jumps, the sheet
 * with the filters stays open, and Back restores. Whatever fails ends in the navigation that works without script.
 */
export function swapListing(): void {
  const listing = document.getElementById('grid')
  if (!listing) return
  listing.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || !isOwn(link.href) || event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    void follow(link.href, { isPagination: link.closest('.pagination') !== null })
  })
  listing.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'get' || !isOwn(form.action)) return
    event.preventDefault()
    const address = new URL(form.action)
    for (const [name, value] of new FormData(form)) address.searchParams.append(name, String(value))
    void follow(address.href, { isPagination: false })
  })
  addEventListener('popstate', () => {
    if (history.state === shownState) void show(location.href)
  })
}

async function follow(address: string, { isPagination }: { isPagination: boolean }): Promise<void> {
  if (history.state !== shownState) history.replaceState(shownState, '')
  const shown = await show(address)
  if (shown === undefined) return
  history.pushState(shownState, '', isPagination ? shown + new URL(address).hash : shown)
  if (isPagination) document.getElementById('grid')?.scrollIntoView()
}

/** Shows the listing of an address; returns where it led, or undefined when another choice came before its answer. */
async function show(address: string): Promise<string | undefined> {
  latest?.abort()
  const controller = (latest = new AbortController())
  setBusy(true)
  try {
    const answer = await fetch(address, { signal: controller.signal })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (controller.signal.aborted) return undefined
    if (!answer.ok || !exchange(page)) throw new Error(`There is no listing at ${address}.`)
    return withoutFragment(answer.url)
  } catch {
    if (!controller.signal.aborted) location.assign(address)
    return undefined
  } finally {
    if (!controller.signal.aborted) setBusy(false)
  }
}

/**
 * Says how many parts there are once there is an answer: screen readers are told nothing of what is busy, nor of the
 * same words again.
 */
function setBusy(isBusy: boolean): void {
  const listing = document.getElementById('grid')
  const status = listing?.querySelector(':scope > [role="status"]')
  if (listing) listing.ariaBusy = isBusy ? 'true' : null
  if (status) status.textContent = isBusy ? '' : (listing?.querySelector('.toolbar h2')?.textContent ?? '')
}

/** Takes over the parts of another page; false when it has no listing. */
function exchange(page: Document): boolean {
  const [here, there] = [document.getElementById('grid'), page.getElementById('grid')]
  if (!here || !there) return false
  const focused = pathOf(document.activeElement)
  const scrolled = here.querySelector('.product-table')?.scrollLeft ?? 0
  for (const part of exchanged) {
    const [old, next] = [here.querySelector(part), there.querySelector(part)]
    if (!old || !next) return false
    keepFolds(old, next)
    old.replaceChildren(...next.childNodes)
  }
  here.querySelector('.product-table')?.scrollTo(scrolled, 0)
  document.title = page.title
  focus(here, focused)
  return true
}

/** Leaves the folds open or closed as the shopper left them. */
function keepFolds(old: Element, next: Element): void {
  for (const fold of next.querySelectorAll<HTMLDetailsElement>('details[data-facet]')) {
    const before = old.querySelector<HTMLDetailsElement>(facetWith(fold.dataset['facet'] ?? ''))
    if (before) fold.open = before.open
    const [more, moreBefore] = [fold.querySelector('details'), before?.querySelector('details')]
    if (more && moreBefore) more.open = moreBefore.open
  }
}

function facetWith(id: string): string {
  return `details[data-facet="${CSS.escape(id)}"]`
}

/** Where the focus is: the facet or column, and the text of the link or the name of the field in it. */
type Focus = { place: string | undefined; text: string; name: string }

function pathOf(element: Element | null): Focus | undefined {
  if (!element?.closest('#grid')) return undefined
  const { facet, column } = element.closest<HTMLElement>('[data-facet], [data-column]')?.dataset ?? {}
  const place = facet === undefined ? column && `[data-column="${CSS.escape(column)}"]` : facetWith(facet)
  return {
    place,
    text: element.querySelector('span')?.textContent ?? element.textContent ?? '',
    name: element.getAttribute('name') ?? '',
  }
}

function focus(listing: HTMLElement, path: Focus | undefined): void {
  if (!path) return
  const within = path.place === undefined ? listing : listing.querySelector(path.place)
  const same = Array.from(within?.querySelectorAll<HTMLElement>('a, input, button, summary') ?? []).find((element) =>
    path.name === ''
      ? (element.querySelector('span')?.textContent ?? element.textContent ?? '') === path.text
      : element.getAttribute('name') === path.name,
  )
  same?.focus({ preventScroll: true })
}

/** Whether an address is of this listing, whatever is chosen in it. */
function isOwn(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname === location.pathname
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
