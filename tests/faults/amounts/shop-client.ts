import { shopperHeaders } from '../campaigns/buyers.ts'
import type { RawAnswered, RawClient } from '../campaigns/raw-client.ts'
import type { SyncedLine } from './check-sync.ts'
import { currencies, type Language, type RandomCart } from './random-cart.ts'

const json = { 'content-type': 'application/json' }
const aForm = { 'content-type': 'application/x-www-form-urlencoded' }

/** A browser: its address, and its user with the saved cart. */
export class Browser {
  readonly #client: RawClient
  readonly #origin: string
  readonly #headers: Record<string, string>
  #owner: string | undefined

  constructor(client: RawClient, origin: string, at: number) {
    this.#client = client
    this.#origin = origin
    this.#headers = shopperHeaders(at)
  }

  /** Signs in a demo customer, like the dialog. */
  async signIn(email: string, password: string): Promise<void> {
    const { status, headers, text } = await this.ask(
      'POST',
      '/api/auth/login?locale=en',
      JSON.stringify({ email, password, cookie: true }),
      json,
    )
    if (status !== 200) throw new Error(`The login of ${email} was answered ${status}: ${text.slice(0, 300)}`)
    this.keepCookies(headers['set-cookie'])
  }

  keepCookies(set: string | string[] | undefined): void {
    const kept = [set ?? []]
      .flat()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .filter((cookie) => !cookie.endsWith('='))
    const names = new Set(kept.map((cookie) => cookie.split('=')[0]))
    const before = (this.#headers['cookie'] ?? '')
      .split('; ')
      .filter((cookie) => cookie !== '' && !names.has(cookie.split('=')[0]))
    if (kept.length > 0) this.#headers['cookie'] = [...before, ...kept].join('; ')
  }

  async sync(cart: RandomCart): Promise<SyncedLine[]> {
    const { status, headers, text } = await this.ask(
      'POST',
      `/api/sync-cart?${regionOf(cart)}`,
      this.#bodyOf(cart),
      json,
    )
    if (status !== 200) throw new Error(`sync-cart was answered ${status}: ${text.slice(0, 300)}`)
    const owner = headers['x-cart-owner']
    if (typeof owner === 'string' && owner !== '') this.#owner = owner
    return JSON.parse(text) as SyncedLine[]
  }

  /** The URL of a checkout with this cart. */
  async startCheckout(cart: RandomCart): Promise<string> {
    const { status, text } = await this.ask('POST', `/api/checkout?${regionOf(cart)}`, this.#bodyOf(cart), json)
    if (status !== 200) throw new Error(`checkout was answered ${status}: ${text.slice(0, 300)}`)
    const { path }: { path: string } = JSON.parse(text)
    return path
  }

  async page(path: string): Promise<string> {
    const { status, headers, text } = await this.ask('GET', path)
    this.keepCookies(headers['set-cookie'])
    if (status !== 200) throw new Error(`${path} was answered ${status}.`)
    return text
  }

  /** The bytes of a file. */
  async file(path: string): Promise<{ bytes: Buffer }> {
    const answer = await fetch(new URL(path, this.#origin), { headers: this.#headers })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`)
    return { bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  post(path: string, fields: Record<string, string>): Promise<RawAnswered> {
    return this.ask('POST', path, new URLSearchParams(fields).toString(), aForm)
  }

  ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<RawAnswered> {
    return this.#client.ask({
      method,
      path,
      headers: { ...this.#headers, ...headers },
      body: body === undefined ? undefined : Buffer.from(body),
    })
  }

  #bodyOf(cart: RandomCart): string {
    const owner = this.#owner === undefined ? {} : { owner: this.#owner }
    return JSON.stringify({ items: cart.items, coupons: cart.codes.map((code) => ({ code })), ...owner })
  }
}

function regionOf({ language, market }: { language: Language; market: RandomCart['market'] }): string {
  const query = { locale: language, cc: market.country, cid: String(Reflect.get(currencies, market.currency)) }
  return new URLSearchParams(query).toString()
}
