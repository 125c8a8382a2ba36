import { readStored } from '../../browser/storage.ts'

/**
 * Goes on where the page before stopped: a change that the shop has not seen, or codes that it should look at again.
 */
export function resumeCart(): void {
  const [cart, discount] = [readStored('cart'), readStored('discount')]
  const hasUnseen = listIn(cart, 'items').length > 0 && fieldIn(cart, 'revision') !== fieldIn(cart, 'syncedRevision')
  const hasCodes = listIn(discount, 'codes').length + listIn(discount, 'failedMinimum').length > 0
  if (hasUnseen || hasCodes) void import('./start-cart.ts').then(({ startCart }) => startCart())
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listIn(value: unknown, name: string): unknown[] {
  const list = fieldIn(value, name)
  return Array.isArray(list) ? list : []
}
