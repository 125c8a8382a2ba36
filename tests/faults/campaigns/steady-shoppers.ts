import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import type { Answered, Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { isConfirmation, orBroken, place, startCheckout, type Cart, type Checkout } from './buyers.ts'
import type { Books, Market } from './crash.ts'

/** `later` is 503 with Retry-After, `broken` no answer at all, `wrong` anything else that is no confirmation. */
export type Outcome = 'confirmed' | 'later' | 'broken' | 'wrong'
/** `at` is when it was answered. */
export type Told = { outcome: Outcome; status: number; ms: number; at: number }

const perSecond = 20
const timeoutMs = 20_000

/**
 * Shoppers who order at an even pace, however the shop answers. Forms that were not confirmed are sent again, as
 * shoppers do, until they are: `books` is what the shop has acknowledged.
 */
export class SteadyShoppers {
  readonly books: Books
  readonly told: Told[] = []
  readonly #client: Client
  readonly #market: Market
  readonly #perSecond: number
  readonly #running = new Set<Promise<unknown>>()
  #isOver = false
  #work: Promise<void> | undefined

  constructor(client: Client, market: Market, rate = perSecond) {
    this.#client = client
    this.#market = market
    this.#perSecond = rate
    this.books = market.books
  }

  start(): void {
    this.#work = this.#run()
  }

  /** Ends the pace, and sends the forms that are left until each is answered for good. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
    await Promise.all(this.#running)
    for (let tries = 0; this.books.unanswered.length > 0 && tries < 20; tries += 1, await sleep(250))
      for (const left of this.books.unanswered.splice(0)) await this.#order(left.checkout, left.seen)
  }

  /** What was answered from this moment on, in milliseconds of `performance.now()`. */
  since(at: number, until = Number.POSITIVE_INFINITY): Told[] {
    return this.told.filter((each) => each.at >= at && each.at < until)
  }

  async #run(): Promise<void> {
    for (let at = 0; !this.#isOver; at += 1, await sleep(1000 / this.#perSecond)) {
      const { carts, seen } = this.#market
      this.#track(this.#buy(carts[at % carts.length] ?? [], seen[at % seen.length] ?? ''))
      const [again] = at % 4 === 0 ? this.books.unanswered.splice(0, 1) : []
      if (again) this.#track(this.#order(again.checkout, again.seen))
    }
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  async #buy(cart: Cart, seen: string): Promise<void> {
    this.books.sent += 1
    const at = performance.now()
    const opened: Checkout | Answered = await startCheckout(this.#client, cart).catch(() => this.#tryCheckout(cart))
    if ('path' in opened) return this.#order(opened, seen)
    this.#note(opened, at, isLater(opened) ? 'later' : isBroken(opened) ? 'broken' : 'wrong')
  }

  /** The same once more, to see how it is answered. */
  async #tryCheckout(items: Cart): Promise<Checkout | Answered> {
    const answer = await orBroken(this.#client.postJson('/api/checkout?locale=sv', { items, coupons: [] }))
    if (answer.status !== 200) return answer
    const { checkout_id: id, path }: { checkout_id: string; path: string } = JSON.parse(answer.body.toString())
    return { id, path }
  }

  async #order(checkout: Checkout, seen: string): Promise<void> {
    const at = performance.now()
    const answer = await orBroken(place(this.#client, checkout, { seen }))
    if (isConfirmation(answer, checkout)) {
      this.books.acknowledged.push(checkout.id)
      return this.#note(answer, at, 'confirmed')
    }
    const outcome = isLater(answer) ? 'later' : isBroken(answer) ? 'broken' : 'wrong'
    if (outcome === 'wrong') this.books.refused.push(`${answer.status} ${answer.headers.location ?? ''}`)
    else this.books.unanswered.push({ checkout, seen })
    this.#note(answer, at, outcome)
  }

  #note({ status, ms }: Answered, at: number, outcome: Outcome): void {
    this.told.push({ outcome, status, ms, at: at + ms })
  }
}

function isLater({ status, headers }: Answered): boolean {
  return status === 503 && headers['retry-after'] !== undefined
}

/** No answer of the shop: the connection broke, or a balancer says that it did. */
function isBroken({ status }: Answered): boolean {
  return status === 0 || status === 502
}

/** Counts the answers by their kind and status, for a line of the report. */
export function kindsOf(told: readonly { outcome?: Outcome; status: number }[]): string {
  const kinds = Map.groupBy(told, ({ outcome, status }) => `${outcome ?? ''} ${status}`.trim())
  return [...kinds].map(([kind, each]) => `${each.length} x ${kind}`).join(', ')
}

/** Reads cached pages all the time, and now and then one that nobody has read before. */
export class PageReader {
  readonly cached: Told[] = []
  readonly fresh: Told[] = []
  readonly #client: Client
  readonly #known: readonly string[]
  readonly #unread: string[]
  readonly #running: Promise<void>[] = []
  #isOver = false
  #work: Promise<void> | undefined

  private constructor(client: Client, paths: readonly string[]) {
    this.#client = client
    this.#known = ['/en', '/sv', ...paths.slice(0, 20)]
    this.#unread = paths.slice(20)
  }

  /** Reads the pages first that shall be cached. */
  static async over(client: Client, data: ShopData): Promise<PageReader> {
    const [english, swedish] = [await readCatalogue(data, 'en', 2_000), await readCatalogue(data, 'sv', 2_000)]
    const reader = new PageReader(client, [...english.productPaths, ...swedish.productPaths])
    for (const known of reader.#known) await client.ask({ path: known })
    return reader
  }

  start(): void {
    this.#work = this.#run()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
    await Promise.all(this.#running)
  }

  async #run(): Promise<void> {
    for (let at = 0; !this.#isOver; at += 1, await sleep(25)) {
      this.#running.push(this.#read(this.#known[at % this.#known.length] ?? '/en', this.cached))
      const unread = at % 8 === 0 ? this.#unread.pop() : undefined
      if (unread !== undefined) this.#running.push(this.#read(unread, this.fresh))
    }
  }

  async #read(path: string, into: Told[]): Promise<void> {
    const at = performance.now()
    const { status, ms } = await orBroken(this.#client.ask({ path }))
    into.push({ outcome: status === 200 ? 'confirmed' : status === 0 ? 'broken' : 'wrong', status, ms, at: at + ms })
  }
}

/** Milliseconds until it is true; infinite when it is not in time. */
export async function msUntil(isTrue: () => boolean | Promise<boolean>, maxMs = timeoutMs): Promise<number> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > maxMs) return Number.POSITIVE_INFINITY
    await sleep(50)
  }
  return performance.now() - began
}
