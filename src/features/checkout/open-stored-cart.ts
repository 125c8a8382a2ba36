import { readStored } from '../../browser/storage.ts'

/** Goes on to the checkout of the cart in this browser, when there is one. */
export async function openStoredCart(): Promise<void> {
  await customerLeft()
  if (isFilling()) await filled()
  if (!hasStoredLines()) return show('empty')
  show('opening')
  try {
    const { startCheckout } = await import('../cart/start-checkout.ts')
    // A code that was not looked at is asked for once only; the drawer names it, and the checkout takes it later.
    const path = await startCheckout() ?? await startCheckout()
    if (path) location.replace(path)
  } catch {
    show('failed')
  }
}

/** A session that is over takes its customer's cart out of the browser first, and says so (features/account/adopt-user.ts). */
function customerLeft(): Promise<unknown> {
  const auth = readStored('auth')
  const isKnown = typeof auth === 'object' && auth !== null && Boolean(Reflect.get(auth, 'user'))
  if (!isKnown || document.body.dataset['user'] !== 'null') return Promise.resolve()
  return new Promise((resolve) => addEventListener('storage', resolve, { once: true }))
}

/** A link that fills the cart (`atc`) is still being read. */
function isFilling(): boolean {
  return new URLSearchParams(location.search).has('atc')
}

function filled(): Promise<unknown> {
  show('opening')
  return new Promise((resolve) => document.addEventListener('atc-read', resolve, { once: true }))
}

function hasStoredLines(): boolean {
  const cart = readStored('cart')
  const items: unknown = typeof cart === 'object' && cart !== null ? Reflect.get(cart, 'items') : []
  return Array.isArray(items) && items.length > 0
}

function show(state: string): void {
  for (const part of document.querySelectorAll<HTMLElement>('.empty-checkout > [data-state]')) {
    part.hidden = part.dataset['state'] !== state
  }
}
