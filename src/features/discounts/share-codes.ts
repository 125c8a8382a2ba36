import { z } from 'zod/mini'
import { $discounts, codesToSend, replaceCodes } from './discount-store.ts'

const channelName = 'zp02:discount'
const message = z.union([z.enum(['ask']), z.array(z.string()).check(z.maxLength(20))])
type Message = z.infer<typeof message>

/** To the shopper's other tabs, while this one listens to them. */
let send: ((content: Message) => void) | undefined

/**
 * Codes last as long as a tab's session (spec section 4), so a link that is opened in a new tab would cost more there.
 * A tab that knows of none asks the shopper's other tabs; `onTaken` is called when one of them has answered.
 */
export function shareCodes(onTaken: () => void): void {
  if (typeof BroadcastChannel === 'undefined' || send) return
  listen(onTaken)
  addEventListener('pageshow', ({ persisted }) => persisted && listen(onTaken))
}

function listen(onTaken: () => void): void {
  const channel = new BroadcastChannel(channelName)
  send = channel.postMessage.bind(channel)
  channel.addEventListener('message', ({ data }) => receive(data, onTaken))
  // An open channel would keep the page out of the browser's back/forward cache.
  addEventListener('pagehide', () => channel.close(), { once: true })
  if (!$discounts.latest().isKnown) send('ask')
}

function receive(data: unknown, onTaken: () => void): void {
  const parsed = message.safeParse(data)
  if (!parsed.success) return
  const { isKnown } = $discounts.latest()
  if (parsed.data === 'ask') {
    if (isKnown && codesToSend().length > 0) send?.(codesToSend())
  } else if (!isKnown) {
    replaceCodes(parsed.data)
    if ($discounts.latest().isKnown) onTaken()
  }
}
