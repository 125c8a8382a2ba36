import { readStored } from '../../../browser/storage.ts'

/**
 * Keeps in this browser's cart what the shopper pays with, and the order that is begun with it at its provider, until
 * the shop says what became of it (spec section 3, "Cart state").
 */
export function followPayment(): void {
  const form = document.querySelector<HTMLFormElement>('.checkout form')
  if (!form) return
  let keep: ((chosen: HTMLInputElement) => void) | undefined
  // Here before the form is sent: what is loaded while the page goes away comes too late.
  if (form.contains(document.activeElement)) void load()
  else form.addEventListener('focusin', () => void load(), { once: true })
  form.addEventListener('submit', ({ submitter }) => {
    const chosen = form.querySelector<HTMLInputElement>('[name="payment_method"]:checked')
    if (chosen && submitter instanceof HTMLButtonElement && submitter.value === 'place') keep?.(chosen)
  })

  async function load(): Promise<void> {
    const store = await import('../../cart/store/cart-store.ts')
    keep = (chosen) => store.rememberPayment(checkoutHere(), chosen.value, orderNameOf(chosen))
  }
}

/** A wallet's order is another's for an organization. */
function orderNameOf({ dataset, form }: HTMLInputElement): string | undefined {
  const isOrganization = form !== null && new FormData(form).get('customer_kind') === 'organization'
  const { order: name } = dataset
  return name === 'walletOrder' && isOrganization ? 'walletOrderCE' : name
}

/** The shop shows this checkout, or that its payment came to nothing: its order is not begun at a provider. */
export function clearEndedOrder(): void {
  const [cart, id] = [readStored('cart'), checkoutHere()]
  const isStored = typeof cart === 'object' && cart !== null && Object.values(cart).some((value) => isOrder(value, id))
  if (isStored) void import('../../cart/store/cart-store.ts').then((store) => store.forgetOrder(id))
}

function checkoutHere(): string {
  return location.pathname.split('/').at(-1) ?? ''
}

/** Nothing else of a cart has a locale. */
function isOrder(value: unknown, id: string): boolean {
  return typeof value === 'object' && value !== null && 'locale' in value && 'id' in value && value.id === id
}
