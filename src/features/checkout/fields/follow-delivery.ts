/** Fields that decide where the parcel goes, what that costs, and how it may be paid. */
const followed = new Set(['delivery_method', 'service_point', 'postal_code', 'country', 'customer_kind'])
/** What they change on the page. */
const parts = [
  '.contact-fields .phone',
  '.delivery-choice',
  '.payment-choice',
  '.message-field',
  '.order-summary',
  '.place-order .totals',
  '.place-order .totals-vat',
]
/** Fields in them that change nothing else on the page. */
const keptFields = '[name="phone"], [name="message"], [name="payment_method"]:checked'

/**
 * Shows service points and sums as soon as they change, the way the form's own button does; without an answer the
 * button is still there.
 */
export function followDelivery(): void {
  const form = document.querySelector<HTMLFormElement>('.checkout form')
  let asked = new AbortController()
  form?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) || !followed.has(target.name))
      return
    asked.abort()
    asked = new AbortController()
    void renew(form, asked.signal).catch(() => undefined)
  })
}

async function renew(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const fields = new FormData(form)
  // A code that is half typed is not tried.
  for (const name of ['coupon', 'gift_card', 'terms']) fields.delete(name)
  fields.set('action', 'delivery')
  const answer = await fetch(location.pathname, { method: 'POST', body: fields, signal })
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const seen = fresh.querySelector<HTMLInputElement>('.checkout [name="seen"]')
  const shown = form.querySelector<HTMLInputElement>('[name="seen"]')
  if (signal.aborted || !seen || !shown) return
  shown.value = seen.value
  for (const part of parts) show(part, fresh)
  await keepChoice(new FormData(form))
}

/** Puts in the new part where the old one was; what had the focus has it again, and what was folded open stays so. */
function show(part: string, fresh: Document): void {
  const [old, next] = [document.querySelector(part), fresh.querySelector(part)]
  if (!old || !next) return
  for (const kept of old.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(keptFields)) keepIn(next, kept)
  const focused = old.contains(document.activeElement) ? document.activeElement : null
  next.toggleAttribute('open', old.hasAttribute('open'))
  old.replaceWith(document.adoptNode(next))
  if (focused instanceof HTMLInputElement)
    next.querySelector<HTMLElement>(`[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`)?.focus()
}

/** What the shopper has written or chosen meanwhile stays, unless it is not offered any more. */
function keepIn(next: Element, { name, type, value }: HTMLInputElement | HTMLTextAreaElement): void {
  const isText = type !== 'radio'
  const field = next.querySelector<HTMLInputElement>(
    `[name="${name}"]${isText ? '' : `[value="${CSS.escape(value)}"]`}`,
  )
  if (!field) return
  if (isText) field.value = value
  else field.checked = true
}

/** The cart of this browser knows the choice as well (spec section 3, "Cart state"). */
async function keepChoice(fields: FormData): Promise<void> {
  const text = (name: string) => fields.get(name)?.toString() || null
  const { rememberDelivery } = await import('../../cart/store/cart-store.ts')
  rememberDelivery({
    postalCode: text('postal_code'),
    method: text('delivery_method'),
    servicePoint: text('service_point'),
    isOrganization: text('customer_kind') === 'organization',
  })
}
