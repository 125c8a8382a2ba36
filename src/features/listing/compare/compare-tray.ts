import { $compared } from './compare-store.ts'

const askedMark = 'data-asks-consent'

let isFollowed = false
/** Whether the tray is changed on this page: what it had before is not said. */
let isChanged = false
/** A live region that comes into the page has to be known before something is put into it. */
const knownAfterMs = 100

/** Puts a part into the tray or takes it out; a full tray says so. */
export function toggleCompared(sku: string): void {
  followTray()
  const tray = trayHere()
  const before = $compared.latest()
  const isIn = before.includes(sku)
  const isFull = !isIn && before.length >= Number(tray?.dataset['most'])
  isChanged = true
  if (!isFull) $compared.set(isIn ? before.filter((each) => each !== sku) : [...before, sku])
  const status = tray?.querySelector('[role="status"]')
  if (isFull && status) status.textContent = tray?.dataset['full'] ?? ''
}

/** Shows the tray and marks the chosen cards, now, after every change, and in lists that are exchanged in place. */
export function followTray(): void {
  if (isFollowed) return
  isFollowed = true
  trayHere()
    ?.querySelector('button')
    ?.addEventListener('click', () => {
      $compared.set([])
      // The button has gone with its tray.
      document.getElementById('results')?.focus({ preventScroll: true })
    })
  $compared.subscribe(show)
  new MutationObserver(standAboveQuestion).observe(document.documentElement, { attributeFilter: [askedMark] })
  addEventListener('resize', standAboveQuestion)
  const listing = document.getElementById('grid')
  if (listing) new MutationObserver(() => mark($compared.get())).observe(listing, { childList: true, subtree: true })
}

function trayHere(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.compare-tray')
}

/** Keeps the tray above the question about cookies, which stands at the bottom until it is answered. */
function standAboveQuestion(): void {
  const isAsked = document.documentElement.hasAttribute(askedMark)
  const height = isAsked ? (document.querySelector<HTMLElement>('.consent-bar')?.offsetHeight ?? 0) : 0
  trayHere()?.style.setProperty('inset-block-end', `${height}px`)
}

function show(skus: readonly string[]): void {
  mark(skus)
  const tray = trayHere()
  const link = tray?.querySelector('a')
  const status = tray?.querySelector('[role="status"]')
  if (!tray || !link || !status) return
  const isNew = tray.hidden && isChanged
  tray.hidden = skus.length === 0
  standAboveQuestion()
  const text =
    skus.length === 1 ? (tray.dataset['one'] ?? '') : (tray.dataset['many'] ?? '').replace('2', String(skus.length))
  if (isNew) setTimeout(() => (status.textContent = text), knownAfterMs)
  else status.textContent = text
  link.search = skus.length === 0 ? '' : String(new URLSearchParams({ items: skus.join(',') }))
}

function mark(skus: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLElement>('a[data-compare]')) {
    link.role = 'button'
    link.ariaPressed = String(skus.includes(link.dataset['compare'] ?? ''))
  }
}
