import { maySendEvents, type Consent } from '../../domain/visitors/consent.ts'
import { consentNow, onConsent } from '../consent/consent-state.ts'
import { pushToDataLayer } from '../consent/data-layer.ts'
import { mayTagsRunHere } from '../consent/tags-here.ts'
import type { TrackedEvent } from './events.ts'
import { queueEvent } from './queued-events.ts'

/** More than a visitor does on one page before answering the question. */
const maxWaiting = 100
const waiting: TrackedEvent[] = []

onConsent(settleWaiting)

/**
 * Sends an event to the data layer, once and if that is allowed. Until the visitor has answered it waits, in memory
 * only; a refusal throws it away. What goes wrong in a tag is not the shopper's concern (spec section 8, "Tracking
 * error").
 */
export function track(event: TrackedEvent): void {
  const consent = consentNow()
  if (consent === undefined) {
    if (waiting.length < maxWaiting) waiting.push(event)
  } else if (maySendEvents(consent)) {
    quietly(() => deliver(event))
  }
}

/**
 * Hands the event over, whatever the consent: at once where tags may run, else to the next such page. Throws when a tag
 * does, and when the browser keeps nothing.
 */
export function deliver(event: TrackedEvent): void {
  if (!mayTagsRunHere()) {
    if (!queueEvent(event)) throw new Error('The browser keeps no events.')
    return
  }
  if ('ecommerce' in event) pushToDataLayer({ ecommerce: null }) // Else tags would mix it with the event before.
  pushToDataLayer(event)
}

function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // A failure of tracking must not stop the shopper.
  }
}

function settleWaiting(consent: Consent): void {
  const events = waiting.splice(0)
  if (maySendEvents(consent)) for (const event of events) quietly(() => deliver(event))
}
