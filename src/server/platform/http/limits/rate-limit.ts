import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Queryable } from '../../db/tables.ts'
import { hashSecret } from '../../ids.ts'
import { mailboxOf } from '../mailbox.ts'
import { networkOf, siteOf } from '../network.ts'
import { refundPoints, consumePoints } from './rate-limit-queries.ts'
import type { SharedCounts, Used } from './shared-counts.ts'

/** The result of using points: whether enough were left, how many are, and the seconds until the window ends. */
type Taken = { isWithin: boolean; left: number; retryAfter: number }

/**
 * A number of points per key and window. Points are used before anything is compared, so that parallel requests count
 * too.
 */
export type RateLimit = {
  points: number
  take: (key: string, points?: number) => Promise<Taken>
  /** Refunds points, for attempts that were no guesses. */
  refund: (key: string, points?: number) => Promise<void>
}

/**
 * How many times the points of a network its site has, which is a /48 of IPv6 addresses: one subscriber may have all of
 * its networks, and in other places many subscribers have one each.
 */
const timesPerSite = 16

/** In how many hours of a day a network may keep as many new carts as in its busiest. */
const busyHours = 5

/**
 * `seconds` is the window; a limit by network takes client addresses as keys, and one by mailbox e-mail addresses,
 * with what is asked for before them.
 */
type Bounds = { points: number; seconds: number; by: 'network' | 'mailbox' | 'key' }

/** Limits that protect secrets, money or mailboxes: counted in the database for all nodes, across restarts. */
const shared = {
  trackOrder: { points: 20, seconds: 3600, by: 'network' },
  trackOrderByNumber: { points: 10, seconds: 86_400, by: 'key' },
  trackOrderByBrowser: { points: 10, seconds: 86_400, by: 'key' },
  withdrawals: { points: 20, seconds: 3600, by: 'network' },
  codesByAddress: { points: 60, seconds: 600, by: 'network' },
  codesBySession: { points: 12, seconds: 600, by: 'key' },
  loginByAddress: { points: 10, seconds: 900, by: 'network' },
  loginByAccount: { points: 20, seconds: 3600, by: 'key' },
  /** Successful ones, of a guest with the link of a mail: each begins a session. */
  orderLogins: { points: 30, seconds: 3600, by: 'key' },
  loginByDevice: { points: 10, seconds: 900, by: 'key' },
  loginMailsByAddress: { points: 20, seconds: 3600, by: 'network' },
  loginMailsByAccount: { points: 3, seconds: 3600, by: 'mailbox' },
  /** Mails that anybody can have sent to a mailbox: with links to stop alerts, to an order, or to withdraw from it. */
  linkMailsADay: { points: 10, seconds: 86_400, by: 'mailbox' },
  /** From one network to one mailbox (`fromNetwork`), as the next. */
  loginLinksByAsker: { points: 3, seconds: 3600, by: 'mailbox' },
  loginLinksByAskerADay: { points: 6, seconds: 86_400, by: 'mailbox' },
  loginLinksByEmail: { points: 20, seconds: 86_400, by: 'mailbox' },
  loginLinksByOwner: { points: 6, seconds: 3600, by: 'mailbox' },
  invitationsByOrganization: { points: 50, seconds: 86_400, by: 'key' },
  invitationsByEmail: { points: 6, seconds: 86_400, by: 'mailbox' },
  staffLoginByAddress: { points: 20, seconds: 900, by: 'network' },
  staffLoginByAccount: { points: 10, seconds: 900, by: 'key' },
  staffLoginByDevice: { points: 10, seconds: 900, by: 'key' },
  staffFactor: { points: 8, seconds: 900, by: 'key' },
  alertsByAddress: { points: 20, seconds: 3600, by: 'network' },
  alertsByEmail: { points: 5, seconds: 3600, by: 'mailbox' },
  alertsByEmailADay: { points: 10, seconds: 86_400, by: 'mailbox' },
  /** From one network to one mailbox (`fromNetwork`), as `requestsByAsker`. */
  alertsByAsker: { points: 4, seconds: 86_400, by: 'mailbox' },
  alertsByOwner: { points: 20, seconds: 86_400, by: 'mailbox' },
  requestsByNetwork: { points: 20, seconds: 3600, by: 'network' },
  requestsByEmail: { points: 5, seconds: 86_400, by: 'mailbox' },
  requestsByAsker: { points: 3, seconds: 86_400, by: 'mailbox' },
  requestsByCustomer: { points: 30, seconds: 86_400, by: 'key' },
  /** New quantities and addresses of a subscription, sent or shown with their cost: each is priced, or mailed. */
  subscriptionChanges: { points: 60, seconds: 3600, by: 'key' },
  /** Of those that are confirmed: each mails the address of the order, which need not be that of who changes it. */
  subscriptionMails: { points: 10, seconds: 86_400, by: 'key' },
  /** Requests with one key of another system. */
  apiByKey: { points: 600, seconds: 60, by: 'key' },
  /** New carts kept on the server; setting CARTS_PER_NETWORK. */
  cartsKept: { points: 300, seconds: 3600, by: 'network' },
  /** `busyHours` times as many: each is kept for 30 days, and may have hundreds of lines. */
  cartsKeptADay: { points: 1_500, seconds: 86_400, by: 'network' },
} as const satisfies Record<string, Bounds>

/** Limits that protect a node from overload, counted in memory for all of its workers. */
const local = {
  clientErrors: { points: 30, seconds: 60, by: 'network' },
  cspReports: { points: 20, seconds: 60, by: 'network' },
  cspReportsInAll: { points: 120, seconds: 60, by: 'key' },
  refreshes: { points: 300, seconds: 600, by: 'network' },
  orderTextsByNetwork: { points: 30, seconds: 600, by: 'network' },
  orderFilesByCustomer: { points: 60, seconds: 600, by: 'key' },
  vatChecks: { points: 30, seconds: 600, by: 'network' },
} as const satisfies Record<string, Bounds>

export type RateLimits = Record<keyof typeof shared | keyof typeof local, RateLimit>
type Counting = { db: Queryable; now: () => Date }
type Settings = { CARTS_PER_NETWORK: number }

/** Creates the rate limits; a setting of 0 means unlimited. `counts` are those of all workers, if there are several. */
export function createRateLimits(
  counting: Counting,
  { CARTS_PER_NETWORK: carts }: Settings,
  counts?: SharedCounts,
): RateLimits {
  const inDatabase = Object.entries(shared).map(([name, bounds]) => [
    name,
    new CountedLimit(bounds, new SharedCounter(counting, name, bounds)),
  ])
  const inMemory = Object.entries(local).map(([name, bounds]) => [
    name,
    new CountedLimit(bounds, new LocalCounter(name, bounds, counts)),
  ])
  const limits = Object.fromEntries([...inDatabase, ...inMemory]) as RateLimits
  limits.cartsKept.points = carts === 0 ? Number.POSITIVE_INFINITY : carts
  limits.cartsKeptADay.points = limits.cartsKept.points * busyHours
  return limits
}

/** Uses one point of a key; returns whether one was left. */
export async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.take(key)).isWithin
}

/** Counts a mail that anybody can have sent, three an hour and ten a day of its kind; `key` ends with the address. */
export async function mayMailLink(limits: RateLimits, key: string): Promise<boolean> {
  return (await isWithin(limits.loginMailsByAccount, key)) && isWithin(limits.linkMailsADay, key)
}

/** The key of a limit for what one network, or all networks of an IPv6 site, ask for in the name of one mailbox. */
export function fromNetwork(clientAddress: string, email: string): string {
  return `${hashSecret(siteOf(networkOf(clientAddress)))} ${email}`
}

/** Counts the points of keys. */
type Counter = {
  take: (key: string, points: number) => Promise<Used>
  refund: (key: string, points: number) => Promise<void>
}

/** Compares what was counted with the points. Those of a network are counted for its site too, which has more. */
class CountedLimit implements RateLimit {
  points: number
  readonly #bounds: Bounds
  readonly #counter: Counter

  constructor(bounds: Bounds, counter: Counter) {
    this.points = bounds.points
    this.#bounds = bounds
    this.#counter = counter
  }

  async take(key: string, points = 1): Promise<Taken> {
    if (this.points === Number.POSITIVE_INFINITY) return { isWithin: true, left: this.points, retryAfter: 1 }
    const [own = key, site] = this.#counted(key)
    const taken = takenOf(await this.#counter.take(own, points), this.points)
    if (!taken.isWithin || site === undefined) return taken
    const ofSite = takenOf(await this.#counter.take(site, points), this.points * timesPerSite)
    return ofSite.isWithin ? taken : ofSite
  }

  async refund(key: string, points = 1): Promise<void> {
    for (const counted of this.#counted(key)) await this.#counter.refund(counted, points)
  }

  #counted(key: string): readonly string[] {
    const { by } = this.#bounds
    if (by !== 'network') return [by === 'mailbox' ? mailboxOf(key) : key]
    const network = networkOf(key)
    const site = siteOf(network)
    return site === network ? [network] : [network, site]
  }
}

function takenOf({ used, retryAfter }: Used, points: number): Taken {
  return { isWithin: used <= points, left: Math.max(0, points - used), retryAfter }
}

/** Counts in the database. Keys are stored as hashes, so the table shows neither addresses nor mail recipients. */
class SharedCounter implements Counter {
  readonly #counting: Counting
  readonly #name: string
  readonly #bounds: Bounds

  constructor(counting: Counting, name: string, bounds: Bounds) {
    this.#counting = counting
    this.#name = name
    this.#bounds = bounds
  }

  async take(key: string, points: number): Promise<Used> {
    const now = this.#counting.now()
    const resetsAt = new Date(now.getTime() + this.#bounds.seconds * 1000).toISOString()
    const asked = { key: this.#hashed(key), points, now: now.toISOString(), resetsAt }
    const used = await consumePoints(this.#counting.db, asked)
    const seconds = Math.ceil((Date.parse(used.resets_at) - now.getTime()) / 1000)
    return { used: used.points, retryAfter: Math.max(1, seconds) }
  }

  async refund(key: string, points: number): Promise<void> {
    await refundPoints(this.#counting.db, { key: this.#hashed(key), points, now: this.#counting.now().toISOString() })
  }

  #hashed(key: string): string {
    return hashSecret(`${this.#name} ${key}`)
  }
}

/** Counts in memory: in the supervisor of all workers, or in this process where there is none or it does not answer. */
class LocalCounter implements Counter {
  readonly #name: string
  readonly #own: LocalCount
  readonly #counts: SharedCounts | undefined

  constructor(name: string, bounds: Bounds, counts: SharedCounts | undefined) {
    this.#name = name
    this.#own = new LocalCount(bounds)
    this.#counts = counts
  }

  async take(key: string, points: number): Promise<Used> {
    const asked = { limit: this.#name, key, points }
    return (await this.#counts?.take(asked).catch(() => undefined)) ?? this.#own.take(key, points)
  }

  async refund(key: string, points: number): Promise<void> {
    if (!this.#counts) return this.#own.refund(key, points)
    await this.#counts.refund({ limit: this.#name, key, points }).catch(() => this.#own.refund(key, points))
  }
}

/** Counts the limits that are kept in memory, for every worker that asks. */
export function createSharedCounts(): SharedCounts {
  const known = new Map(Object.entries(local).map(([name, bounds]) => [name, new LocalCount(bounds)]))
  const of = (limit: string): LocalCount => {
    const found = known.get(limit)
    if (!found) throw new Error(`There is no limit "${limit}" in memory.`)
    return found
  }
  return {
    take: async ({ limit, key, points }) => of(limit).take(key, points),
    refund: async ({ limit, key, points }) => of(limit).refund(key, points),
  }
}

class LocalCount implements Counter {
  readonly #limiter: RateLimiterMemory

  constructor({ points, seconds }: Bounds) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds })
  }

  async take(key: string, points: number): Promise<Used> {
    const taken: unknown = await this.#limiter.consume(key, points).catch((refused: unknown) => refused)
    if (!(taken instanceof RateLimiterRes)) throw taken
    return { used: taken.consumedPoints, retryAfter: Math.max(1, Math.ceil(taken.msBeforeNext / 1000)) }
  }

  async refund(key: string, points: number): Promise<void> {
    await this.#limiter.reward(key, points)
  }
}
