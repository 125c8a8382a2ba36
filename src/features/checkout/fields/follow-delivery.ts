/** Fields that decide where the parcel goes, what that costs, and how it may be paid. */
const followed = new Set([
  'delivery_method',
  'service_point',
  'postal_code',
  'country',
  'customer_kind',
  'saved_address',
])
/** What a saved address fills in. */
const filledFields = ['saved_before', 'name', 'line1', 'line2', 'postal_code', 'city', 'country']
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

type Action = 'delivery' | 'fill_in'
type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Shows service points and sums as soon as they change, the way the form's own button does; without an answer the
 * button is still there.
 */
export function followDelivery(): void {
  const form = document.querySelector<HTMLFormElement>('.checkout form')
  if (!form) return
  let asked = new AbortController()
  const follow = (action: Action) => {
    asked.abort()
    asked = new AbortController()
    void renew(form, action, asked.signal).catch(() => undefined)
  }
  form.addEventListener('change', ({ target }) => {
    if (isFollowed(target)) follow(target.name === 'saved_address' ? 'fill_in' : 'delivery')
  })
  // On a slow connection the shopper may have chosen before this script was loaded.
  if ([...form.elements].some((field) => isFollowed(field) && isChanged(field)))
    follow(isAddressOpen(new FormData(form)) ? 'fill_in' : 'delivery')
}

function isFollowed(field: EventTarget | null): field is HTMLInputElement | HTMLSelectElement {
  return (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && followed.has(field.name)
}

/** Tells whether a field is filled in otherwise than by the server. */
function isChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const filledIn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return filledIn?.selected === false
  }
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue
}

/** Another saved address is chosen than the one that is filled in. */
function isAddressOpen(fields: FormData): boolean {
  return fields.get('saved_address') !== fields.get('saved_before')
}

async function renew(form: HTMLFormElement, action: Action, signal: AbortSignal): Promise<void> {
  const fields = new FormData(form)
  // A code that is half typed is not tried.
  for (const name of ['coupon', 'gift_card', 'terms']) fields.delete(name)
  fields.set('action', action)
  const answer = await fetch(location.pathname, { method: 'POST', body: fields, signal })
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const seen = fresh.querySelector<HTMLInputElement>('.checkout [name="seen"]')
  const shown = form.querySelector<HTMLInputElement>('[name="seen"]')
  if (signal.aborted || !seen || !shown) return
  shown.value = seen.value
  if (action === 'fill_in') fillIn(form, fresh)
  const keepInPlace = holdStill(form)
  for (const part of parts) show(part, fresh)
  keepInPlace()
  await keepChoice(new FormData(form))
}

/** Puts the saved address that was chosen into its fields, which can still be changed. */
function fillIn(form: HTMLFormElement, fresh: Document): void {
  for (const name of filledFields) {
    const field = (of: ParentNode) =>
      of.querySelector<HTMLInputElement | HTMLSelectElement>(`.address-fields [name="${name}"]`)
    const [old, filled] = [field(form), field(fresh)]
    if (old && filled) old.value = filled.value
  }
}

/**
 * Notes where the focused field stands or, when that is not in view, the button that orders; the function that it gives
 * scrolls so that it stands there again, since not every browser does so itself.
 */
function holdStill(form: HTMLFormElement): () => void {
  const held = [document.activeElement, form.querySelector('[value="place"]')].find(
    (each) => each && form.contains(each) && isInView(each),
  )
  const before = held?.getBoundingClientRect().top ?? 0
  return () => {
    const now = held?.isConnected ? held : document.activeElement
    if (!held || !now || !form.contains(now)) return
    scrollBy({ top: now.getBoundingClientRect().top - before, behavior: 'instant' })
  }
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/**
 * Puts in the new part where the old one was; what had the focus has it again, and what was folded open stays so. A
 * part that shows the same stays, because a key or button that is held down on it would be lost.
 */
function show(part: string, fresh: Document): void {
  const [old, next] = [document.querySelector(part), fresh.querySelector(part)]
  if (!old || !next) return
  next.toggleAttribute('open', old.hasAttribute('open'))
  for (const kept of old.querySelectorAll<Field>(keptFields)) keepIn(next, kept)
  if (looksLike(old, next)) return
  const focused = old.contains(document.activeElement) ? document.activeElement : null
  old.replaceWith(document.adoptNode(next))
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) focusIn(next, focused)
}

/** What the shopper has written or chosen meanwhile stays, unless it is not offered any more. */
function keepIn(next: Element, field: Field): void {
  const same = sameField(next, field)
  if (!same) return
  if (field.type !== 'radio') same.value = field.value
  else if (same instanceof HTMLInputElement) same.checked = true
}

function sameField(part: Element, { name, type, value }: Field): Field | null {
  return part.querySelector<Field>(`[name="${name}"]${type === 'radio' ? `[value="${CSS.escape(value)}"]` : ''}`)
}

function focusIn(part: Element, field: Field): void {
  const same = sameField(part, field)
  // The shopper may have scrolled on to the button meanwhile.
  same?.focus({ preventScroll: true })
  if (field.type !== 'radio') same?.setSelectionRange(field.selectionStart, field.selectionEnd)
}

/** Tells whether two parts have the same markup and are filled in alike. */
function looksLike(one: Element, other: Element): boolean {
  return unfilled(one).isEqualNode(unfilled(other)) && filled(one) === filled(other)
}

/** A copy without what the server filled in, which is not changed when the shopper fills in something else. */
function unfilled(part: Element): Element {
  const copy = part.cloneNode(true) as Element
  for (const field of copy.querySelectorAll('[checked]')) field.removeAttribute('checked')
  for (const field of copy.querySelectorAll('[type="tel"]')) field.removeAttribute('value')
  for (const field of copy.querySelectorAll('textarea')) field.textContent = ''
  return copy
}

function filled(part: Element): string {
  const fields = [...part.querySelectorAll<Field>(':checked, [type="tel"], textarea')]
  return JSON.stringify(fields.map(({ name, value }) => [name, value]))
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
