import { callApi } from '../../browser/call-api.ts'
import { Fits, maxProductsAsked } from '../../contracts/calls/fits.ts'
import type { NamedDevice } from '../../contracts/catalog-pages/product-lists.ts'
import type { IslandTranslate } from '../../i18n/island-texts.ts'
import { $cart } from '../cart/store/cart-store.ts'
import { $fits, fitOf } from '../cart/store/line-fits.ts'
import { $device } from './device-store.ts'

/** The height of a line of a card's text, in its own font size. */
const lineHeight = 1.35
/** What the page had shown of each part before. */
const before = new WeakMap<HTMLElement, string>()
/** The products that were asked about for the device. */
let requested: { slug: string; ids: Set<string> } | undefined

/**
 * Says of the parts on this page and in the cart whether they fit the remembered device: in lists only that they do, in
 * what is about to be ordered also that they are recorded for others. Follows the device, the cart and the list.
 */
export function followFits(t: IslandTranslate): void {
  const ask = () => void askFits($device.get())
  $fits.subscribe(() => showFits(t))
  $device.subscribe(ask)
  $cart.listen(ask)
  const results = document.getElementById('results')
  if (!results) return
  new MutationObserver(() => {
    showFits(t)
    ask()
  }).observe(results, { childList: true })
}

/** Asks about products that were not asked about before; without an answer nothing is shown of them. */
async function askFits(device: NamedDevice | null): Promise<void> {
  if (requested?.slug !== device?.slug) {
    requested = device ? { slug: device.slug, ids: new Set() } : undefined
    $fits.set(device ? { device: device.name, fitting: new Set(), other: new Set() } : null)
  }
  const now = requested
  if (!now) return
  const ids = new Set([...partsHere().map(productOf), ...$cart.get().items.map((line) => line.product_id)])
  const next = [...ids].filter((id) => id !== '' && !now.ids.has(id))
  for (const id of next) now.ids.add(id)
  for (let at = 0; at < next.length; at += maxProductsAsked) await fetchFits(now, next.slice(at, at + maxProductsAsked))
}

async function fetchFits(now: NonNullable<typeof requested>, ids: readonly string[]): Promise<void> {
  try {
    const { body } = await callApi(Fits, { query: { device: now.slug, products: ids.join(',') } })
    const known = $fits.get()
    if (requested !== now || !known) return
    $fits.set({
      device: known.device,
      fitting: new Set([...known.fitting, ...body.fitting]),
      other: new Set([...known.other, ...body.other]),
    })
  } catch {
    for (const id of ids) now.ids.delete(id)
  }
}

const partsHere = () => [...document.querySelectorAll<HTMLElement>('[data-fit-of]')]
const productOf = ({ dataset }: HTMLElement) => dataset['fitOf'] ?? ''

function showFits(t: IslandTranslate): void {
  const known = $fits.get()
  const name = known?.device ?? ''
  for (const part of partsHere()) {
    const fit = fitOf(known, productOf(part))
    if (fit === 'yes') say(part, fit, t('device.fits', { name }))
    else if (fit === 'no' && 'fitWarns' in part.dataset) say(part, fit, t('device.no_fit', { name }))
    else unsay(part)
  }
}

/** In as many lines as there were, so that nothing moves. */
function say(part: HTMLElement, fit: 'yes' | 'no', text: string): void {
  if (!before.has(part)) {
    before.set(part, part.textContent ?? '')
    const lines = Math.round(part.offsetHeight / (parseFloat(getComputedStyle(part).fontSize) * lineHeight))
    part.style.setProperty('--lines', String(Math.max(1, lines)))
  }
  part.dataset['fit'] = fit
  part.textContent = text
  part.title = text
}

function unsay(part: HTMLElement): void {
  const text = before.get(part)
  if (text === undefined) return
  before.delete(part)
  delete part.dataset['fit']
  part.textContent = text
  part.removeAttribute('title')
}
