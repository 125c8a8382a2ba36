import { setTimeout as sleep } from 'node:timers/promises'
import type { Answered, Client } from '../../bench/load/client.ts'
import { isConfirmation, place, type Checkout } from './buyers.ts'
import type { Market } from './crash.ts'

/** `later`: the shop itself asks to come later, with Retry-After. */
export type Answer = { status: number; ms: number; outcome?: 'later' }

const maxTries = 40

/**
 * Shoppers who ask again only after they were answered, so that a busy machine has fewer requests and not longer waits.
 * Buyers send a form again that was not confirmed; `market.books` is what the shop has acknowledged.
 */
export class PatientShoppers {
  readonly pages: Answer[] = []
  /** Carts, checkouts and orders as they were answered first; status 0 where the connection broke. */
  readonly orders: Answer[] = []
  readonly #client: Client
  readonly #market: Market
  readonly #paths: readonly string[]
  #isOver = false
  #work: Promise<unknown> | undefined

  constructor(client: Client, market: Market, paths: readonly string[]) {
    this.#client = client
    this.#market = market
    this.#paths = paths
  }

  start(readers: number, buyers: number): void {
    this.#work = Promise.all([
      ...Array.from({ length: readers }, (_, at) => this.#read(at, readers)),
      ...Array.from({ length: buyers }, () => this.#buy()),
    ])
  }

  /** Resolves when the last ones were answered. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
  }

  async #read(from: number, step: number): Promise<void> {
    for (let at = from; !this.#isOver; at += step)
      await told(this.pages, 200, () => this.#client.ask({ path: this.#paths[at % this.#paths.length] ?? '/en' }))
  }

  async #buy(): Promise<void> {
    const { carts, seen, books } = this.#market
    while (!this.#isOver) {
      const at = books.sent % carts.length
      books.sent += 1
      const checkout = await this.#checkout(at)
      if (checkout) await this.#order(checkout, seen[at] ?? '')
    }
  }

  async #checkout(at: number): Promise<Checkout | undefined> {
    const items = this.#market.carts[at] ?? []
    const ask = () => this.#client.postJson('/api/checkout?locale=sv', { items, coupons: [] })
    const answer = await told(this.orders, 200, ask)
    if (answer?.status !== 200) return undefined
    const { checkout_id: id, path }: { checkout_id: string; path: string } = JSON.parse(answer.body.toString())
    return { id, path }
  }

  async #order(checkout: Checkout, seen: string): Promise<void> {
    const { books } = this.#market
    const sent: Answer[] = []
    for (let tries = 0; tries < maxTries; tries += 1, await sleep(250)) {
      const answer = await told(sent, 303, () => place(this.#client, checkout, { seen }))
      if (tries === 0) this.orders.push(...sent)
      if (answer && isConfirmation(answer, checkout)) return void books.acknowledged.push(checkout.id)
    }
    books.refused.push(`${sent.at(-1)?.status} after ${maxTries} tries`)
  }
}

/** Notes an answer; status 0 where the connection broke, and `good` is noted as 200. */
async function told(into: Answer[], good: number, ask: () => Promise<Answered>): Promise<Answered | undefined> {
  const began = performance.now()
  const answer = await ask().catch(() => undefined)
  const status = answer?.status === good ? 200 : (answer?.status ?? 0)
  const isLater = status === 503 && answer?.headers['retry-after'] !== undefined
  into.push({ status, ms: performance.now() - began, ...(isLater && { outcome: 'later' as const }) })
  return answer
}
