import { href } from '../../../src/routes.ts'
import type { Answered, Client } from './client.ts'

export type Cart = readonly { sku: string; quantity: number }[]
export type Placed = { placed: number; times: number[]; elapsed: number }

const form = {
  email: 'bench@example.com',
  phone: '',
  customer_kind: 'private',
  organization_name: '',
  organization_number: '',
  vat_number: '',
  order_reference: '',
  cost_centre: '',
  peppol_id: '',
  invoice_address: '',
  message: '',
  name: 'Bench Shopper',
  line1: 'Provgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  payment_method: 'invoice',
  terms: 'yes',
  action: 'place',
}

/**
 * Shoppers who order directly: each order is a cart sent to the checkout and the checkout form posted, paid by invoice.
 */
export class OrderingShopper {
  /** Checkout ids of every order that the shop has acknowledged. */
  readonly placed: string[] = []
  readonly #client: Client
  readonly #carts: readonly Cart[]
  /** The `seen` field of each cart's checkout form. */
  readonly #seen: string[] = []
  #next = 0

  constructor(client: Client, carts: readonly Cart[]) {
    this.#client = client
    this.#carts = carts
  }

  /** Loads the checkout page of every cart once. */
  async look(): Promise<void> {
    for (const cart of this.#carts) {
      const { path } = await this.#startCheckout(cart)
      const page = await this.#client.ask({ path, headers: { 'accept-encoding': 'identity' } })
      this.#seen.push(seenIn(page, path))
    }
  }

  /** Runs this many shoppers, each ordering continuously, for this many seconds. */
  async order(shoppers: number, seconds: number): Promise<Placed> {
    const started = performance.now()
    const deadline = started + seconds * 1000
    const times: number[] = []
    const work = async (): Promise<void> => {
      while (performance.now() < deadline) times.push(await this.#orderOne())
    }
    await Promise.all(Array.from({ length: shoppers }, work))
    return { placed: times.length, times, elapsed: (performance.now() - started) / 1000 }
  }

  async #orderOne(): Promise<number> {
    const started = performance.now()
    const at = this.#next % this.#carts.length
    this.#next += 1
    const { id, path } = await this.#startCheckout(this.#carts[at] ?? [])
    const { status, headers } = await this.#client.postForm(path, { ...form, seen: this.#seen[at] ?? '' })
    if (status !== 303 || headers.location !== href('sv', 'checkout-confirmation', { id })) {
      throw new Error(`The order was not confirmed: ${status} ${headers.location ?? ''}`)
    }
    this.placed.push(id)
    return performance.now() - started
  }

  async #startCheckout(items: Cart): Promise<{ id: string; path: string }> {
    const { status, body } = await this.#client.postJson('/api/checkout?locale=sv', { items, coupons: [] })
    if (status !== 200) throw new Error(`POST /api/checkout was answered ${status}.`)
    const { checkout_id: id, path }: { checkout_id: string; path: string } = JSON.parse(body.toString())
    return { id, path }
  }
}

function seenIn({ status, body }: Answered, path: string): string {
  const input = /<input[^>]*name="seen"[^>]*>/.exec(body.toString())?.[0] ?? ''
  const seen = /value="([^"]*)"/.exec(input)?.[1]
  if (seen === undefined) throw new Error(`The checkout page ${path} (${status}) has no form to order with.`)
  return seen
}
