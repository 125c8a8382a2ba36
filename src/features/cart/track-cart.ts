import { shoppingHere } from '../../browser/caller.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import type { TrackedEvent } from '../tracking/events.ts'
import { commerceOf, priceLessVat, trackedItem } from '../tracking/page-event.ts'
import { track } from '../tracking/track.ts'
import { $cart, $change } from './store/cart-store.ts'

/**
 * Tells which units this tab's shopper put into the cart and took out; what the shop or another tab did is not told
 * here.
 */
export function trackCart(): () => void {
  return $change.listen(({ before }) => {
    if (before) cartEvents(before, $cart.get().items).forEach(track)
  })
}

function cartEvents(before: readonly CartLine[], after: readonly CartLine[]): TrackedEvent[] {
  return [
    ...commerceEvent('add_to_cart', addedUnits(before, after)),
    ...commerceEvent('remove_from_cart', addedUnits(after, before)),
  ]
}

/** Lines with the number of units that `after` has more than `before`. */
function addedUnits(before: readonly CartLine[], after: readonly CartLine[]): CartLine[] {
  const had = new Map(before.map(({ uuid, quantity }) => [uuid, quantity]))
  return after
    .map((line) => ({ ...line, quantity: line.quantity - (had.get(line.uuid) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

function commerceEvent(event: 'add_to_cart' | 'remove_from_cart', lines: readonly CartLine[]): TrackedEvent[] {
  if (lines.length === 0) return []
  const items = lines.map((line) => trackedItem(line, priceLessVat(line.price, line.vat)))
  return [{ event, ecommerce: commerceOf(items, shoppingHere().currency.code) }]
}
