import { readStored } from '../../browser/storage.ts'

/**
 * Goes on to the checkout of the cart in this browser, when there is one; `isTold`: without the codes that were not
 * checked.
 */
export async function openStoredCart({ isTold = false } = {}): Promise<void> {
  await customerLeft()
  if (isFilling()) await filled()
  if (!hasStoredLines()) return show('empty')
  show('opening')
  try {
    const { hasUncheckedCodes, startCheckout } = await import('../cart/start-checkout.ts')
    if (!isTold && hasUncheckedCodes()) return askToGoOn()
    const path = await startCheckout()
    if (path) location.replace(path)
    else askToGoOn()
  } catch (error) {
    show(refusals[codeOf(error)] ?? 'failed')
  }
}

/** Refusals that have a sentence of their own, by the call's code. */
const refusals: Record<string, string> = { too_many_carts: 'too_many_carts', too_many_orders: 'too_many_orders' }

/**
 * A code was not looked at, so that the order would cost more than the shopper thinks; the next try goes on without it.
 */
function askToGoOn(): void {
  show('unchecked')
  const button = document.querySelector('.empty-checkout [data-go-on]')
  button?.addEventListener('click', () => void openStoredCart({ isTold: true }), { once: true })
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code')) : ''
}

/**
 * A session that is over takes its customer's cart out of the browser first, and says so
 * (features/account/login/adopt-user.ts).
 */
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
