import { parseJson } from '../../browser/storage.ts'
import type { TrackedEvent } from './events.ts'
import { track } from './track.ts'
import { trackPurchase } from './track-purchase.ts'

let isTracked = false

/** Tells what this page stands for, once, and from now on which of its marked links are followed. */
export function trackPage(): void {
  if (isTracked) return
  isTracked = true
  for (const element of document.querySelectorAll<HTMLElement>('[data-tracked]')) {
    const event = eventIn(element.dataset['tracked'])
    if (event?.event === 'purchase') void trackPurchase(event.ecommerce)
    else if (event) track(event)
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-tracked-click]') : null
    const event = eventIn(link?.dataset['trackedClick'])
    if (event) track(event)
  })
}

/** The attribute is ours, written by `pageEvent`. */
function eventIn(text: string | undefined): TrackedEvent | undefined {
  return text === undefined ? undefined : parseJson(text) as TrackedEvent | undefined
}
