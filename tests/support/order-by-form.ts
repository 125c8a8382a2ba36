import type { APIRequestContext } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'

/** The lines of a cart, and who buys. */
export type FormOrder = {
  lines: readonly { sku: string; quantity: number }[]
  email: string
  name: string
  message?: string
  coupon?: string
}

/** Orders by invoice as a browser without scripts does; resolves with the order's number. */
export async function orderByForm(request: APIRequestContext, language: Language, order: FormOrder): Promise<string> {
  return numberOf(await (await request.get(await placeByForm(request, language, order))).text())
}

/** The order's number on the page of its confirmation. */
export const numberOf = (page: string): string => /class="number[^"]*">(\d+)</.exec(page)?.[1] ?? ''

/** Places an order in the same way; resolves with the address to which the shop leads, depending on the payment. */
export async function placeByForm(
  request: APIRequestContext,
  language: Language,
  { lines, ...buyer }: FormOrder,
  payment: 'invoice' | 'sandbox' = 'invoice',
): Promise<string> {
  const opened = await request.post(href(language, 'checkout-id'), {
    form: { atc: formatAtc(lines), action: 'checkout' },
    maxRedirects: 0,
  })
  return placeAt(request, opened.headers()['location'] ?? '', buyer, payment)
}

/** Places the order of a checkout that somebody has begun, in the same way. */
export async function placeAt(
  request: APIRequestContext,
  path: string,
  { email, name, message = '', coupon }: Omit<FormOrder, 'lines'>,
  payment: 'invoice' | 'sandbox' = 'invoice',
): Promise<string> {
  let page = await (await request.get(path)).text()
  const address = { line1: 'Storgatan 1', line2: '', postal_code: '111 22', city: 'Stockholm', country: 'SE' }
  const buyer = { email, name, phone: '', message, customer_kind: 'private', terms: 'yes', payment_method: payment }
  if (coupon !== undefined) {
    const seen = valueOf(page, 'seen')
    page = await (await request.post(path, { form: { ...buyer, ...address, seen, coupon, action: 'coupon' } })).text()
  }
  for (let tries = 0; tries < 3; tries += 1) {
    const chosen = { seen: valueOf(page, 'seen'), delivery_method: valueOf(page, 'delivery_method') }
    const answer = await request.post(path, {
      form: { ...buyer, ...address, ...chosen, action: 'place' },
      maxRedirects: 0,
    })
    if (answer.status() === 303) return answer.headers()['location'] ?? ''
    page = await answer.text()
  }
  throw new Error(`The order of ${email} is not placed.`)
}

/** The value of the first control with a name in a page. */
function valueOf(page: string, name: string): string {
  const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? ''
  return /value="([^"]*)"/.exec(tag)?.[1] ?? ''
}
