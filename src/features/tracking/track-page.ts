import { parseJson } from '../../browser/storage.ts'
import { maySendEvents } from '../../domain/visitors/consent.ts'
import { consentNow } from '../consent/consent-state.ts'
import { mayTagsRunHere } from '../consent/tags-here.ts'
import type { TrackedEvent } from './events.ts'
import { takeQueued } from './queued-events.ts'
import { trackQueuedPurchase, trackPurchase } from './track-purchase.ts'
import { track } from './track.ts'

let isTracked = false

/** Tracks the events of this page once, and its marked links whenever one of them is followed. */
export function trackPage(): void {
  if (isTracked) return
  isTracked = true
  addEventListener('pageshow', () => void deliverQueued())
  void deliverQueued()
  for (const element of document.querySelectorAll<HTMLElement>('[data-tracked]')) {
    const event = parseEvent(element.dataset['tracked'])
    if (event?.event === 'purchase') void trackPurchase(event.ecommerce)
    else if (event) track(event)
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-tracked-click]') : null
    const event = parseEvent(link?.dataset['trackedClick'])
    if (event) track(event)
  })
}

/** Tells what happened on pages where no tag may run. */
async function deliverQueued(): Promise<void> {
  if (!mayTagsRunHere() || !maySendEvents(consentNow() ?? 0)) return
  for (const event of await takeQueued()) {
    if (event.event === 'purchase') await trackQueuedPurchase(event.ecommerce)
    else track(event)
  }
}

/** The attribute is ours, written by `pageEvent`. */
function parseEvent(text: string | undefined): TrackedEvent | undefined {
  return text === undefined ? undefined : (parseJson(text) as TrackedEvent | undefined)
}
