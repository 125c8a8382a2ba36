import { networksPerSite, siteOf } from './network.ts'

export type AdmissionLimits = {
  /** Concurrent slots in total. */
  readonly all: number
  /** Slots that one network may use. */
  readonly perNetwork: number
  /** Requests of one network that may wait for a slot, and for how long. */
  readonly waiting: number
  readonly maxWaitMs: number
}

/** Releases the slot; further calls do nothing. */
export type Leave = () => void
type Waiter = { readonly network: string; readonly admit: (leave: Leave) => void }

/** Most waiting requests of all networks; each one takes memory. */
const maxWaiting = 4_000

/**
 * Limits concurrent expensive work, shared fairly between networks: each has its own limit, as has the site that a
 * network belongs to, and a free slot goes to the waiting sites in turn. Requests that cannot be served soon are
 * refused at once, which is cheap.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  /** Slots in use by network, and by site where that is more than one network. */
  readonly #running = new Map<string, number>()
  /** Waiting requests by site; the first site in the map is next. */
  readonly #queues = new Map<string, Waiter[]>()
  #all = 0
  #waiting = 0
  #refused = 0

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  get stats(): { running: number; waiting: number; refused: number } {
    return { running: this.#all, waiting: this.#waiting, refused: this.#refused }
  }

  /** Takes a slot, at once or after a short wait; undefined when there is none, or when `gone` aborts. */
  async enter(network: string, gone: AbortSignal): Promise<Leave | undefined> {
    if (gone.aborted) return undefined
    if (this.#hasPlace(network)) return this.#start(network)
    if (!this.#mayWait(network)) return this.#refuse()
    const leave = await this.#wait(network, gone)
    return leave ?? (gone.aborted ? undefined : this.#refuse())
  }

  #refuse(): undefined {
    this.#refused += 1
    return undefined
  }

  /** Settles exactly once, by admission, the timeout or the shopper's leaving, so that no slot is lost. */
  #wait(network: string, gone: AbortSignal): Promise<Leave | undefined> {
    const { promise, resolve } = Promise.withResolvers<Leave | undefined>()
    const settle = (leave: Leave | undefined) => {
      clearTimeout(timer)
      gone.removeEventListener('abort', giveUp)
      resolve(leave)
    }
    const site = siteOf(network)
    const queue = this.#queues.get(site) ?? []
    const waiter: Waiter = { network, admit: settle }
    const giveUp = () => {
      this.#forget(site, waiter)
      settle(undefined)
    }
    const timer = setTimeout(giveUp, this.#limits.maxWaitMs)
    gone.addEventListener('abort', giveUp)
    queue.push(waiter)
    this.#queues.set(site, queue)
    this.#waiting += 1
    return promise
  }

  #mayWait(network: string): boolean {
    const { waiting: max } = this.#limits
    const queue = this.#queues.get(siteOf(network)) ?? []
    const own = queue.filter((waiter) => waiter.network === network)
    return own.length < max && queue.length < max * networksPerSite && this.#waiting < maxWaiting
  }

  #forget(site: string, waiter: Waiter): void {
    const queue = this.#queues.get(site) ?? []
    queue.splice(queue.indexOf(waiter), 1)
    this.#waiting -= 1
    if (queue.length === 0) this.#queues.delete(site)
  }

  #hasPlace(network: string): boolean {
    const { all, perNetwork } = this.#limits
    const isWithin = (name: string, max: number) => (this.#running.get(name) ?? 0) < max
    return this.#all < all && isWithin(network, perNetwork) && isWithin(siteOf(network), perNetwork * networksPerSite)
  }

  #start(network: string): Leave {
    const counted = new Set([network, siteOf(network)])
    this.#all += 1
    for (const name of counted) this.#running.set(name, (this.#running.get(name) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(counted)
    }
  }

  #end(counted: ReadonlySet<string>): void {
    this.#all -= 1
    for (const name of counted) {
      const left = (this.#running.get(name) ?? 1) - 1
      if (left === 0) this.#running.delete(name)
      else this.#running.set(name, left)
    }
    this.#admitNext()
  }

  #admitNext(): void {
    for (const [site, queue] of this.#queues) {
      if (this.#all >= this.#limits.all) return
      const waiter = queue.find(({ network }) => this.#hasPlace(network))
      if (waiter === undefined) continue
      queue.splice(queue.indexOf(waiter), 1)
      this.#queues.delete(site)
      if (queue.length > 0) this.#queues.set(site, queue)
      this.#waiting -= 1
      waiter.admit(this.#start(waiter.network))
      return
    }
  }
}
