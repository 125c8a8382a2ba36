import { nextPaint } from '../../browser/next-paint.ts'

/**
 * Opens the drawer at once, before its code is loaded, hydrates the island that fills it, and tells the store, if it
 * is here, by an event. False on a page without a drawer, where the link leads to the checkout.
 */
export function showCart(): boolean {
  const drawer = document.querySelector<HTMLDialogElement>('dialog[data-mini-cart]')
  if (!drawer) return false
  if (!drawer.open) void open(drawer)
  drawer.dispatchEvent(new Event('cart-open', { bubbles: true }))
  wakeCart()
  return true
}

/**
 * It shows first and becomes modal after the paint: that styles the whole page anew, which a finger need not wait for.
 */
async function open(drawer: HTMLDialogElement): Promise<void> {
  drawer.setAttribute('open', '')
  await nextPaint()
  if (!drawer.open) return
  drawer.removeAttribute('open')
  drawer.showModal()
}

/** Hydrates the drawer's island, which waits for a pointer over it. */
function wakeCart(): void {
  document.querySelector('[data-mini-cart]')?.closest('astro-island')?.dispatchEvent(new Event('pointerenter'))
}

/** The cart icon: a mouse over it hydrates the drawer, a click opens it. A finger's tap is answered first. */
export function watchCartIcon(): void {
  for (const icon of document.querySelectorAll('[data-open-cart]')) {
    icon.addEventListener('mouseenter', wakeCart)
    icon.addEventListener('click', (event) => {
      if (isPlainClick(event) && showCart()) event.preventDefault()
    })
  }
}

function isPlainClick(event: Event): boolean {
  return (
    event instanceof MouseEvent &&
    event.button === 0 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  )
}
