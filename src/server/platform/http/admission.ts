export type AdmissionLimits = {
  /** Concurrent slots in total. */
  readonly all: number
  /** Slots that one network may use. */
  readonly perNetwork: number
  /** Requests of one network that may wait for a slot, and for how long. */
  readonly waiting: number
  readonly longestWaitMs: number
}

/** Releases the slot; further calls do nothing. */
export type Leave = () => void
type Waiter = { readonly admit: (leave: Leave) => void }

/** Most waiting requests of all networks; each one takes memory. */
const mostWaiting = 4_000

/**
 * Limits concurrent expensive work, shared fairly between networks: each has its own limit, and a free slot goes to
 * the waiting networks in turn. Requests that cannot be served soon are refused at once, which is cheap.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #running = new Map<string, number>()
  /** Waiting requests by network; the first network in the map is next. */
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
    const queue = this.#queues.get(network) ?? []
    if (queue.length >= this.#limits.waiting || this.#waiting >= mostWaiting) return this.#refuse()
    const leave = await this.#wait(network, queue, gone)
    return leave ?? (gone.aborted ? undefined : this.#refuse())
  }

  #refuse(): undefined {
    this.#refused += 1
    return undefined
  }

  /** Settles exactly once, by admission, the timeout or the shopper's leaving, so that no slot is lost. */
  #wait(network: string, queue: Waiter[], gone: AbortSignal): Promise<Leave | undefined> {
    const { promise, resolve } = Promise.withResolvers<Leave | undefined>()
    const settle = (leave: Leave | undefined) => {
      clearTimeout(timer)
      gone.removeEventListener('abort', giveUp)
      resolve(leave)
    }
    const waiter: Waiter = { admit: settle }
    const giveUp = () => {
      this.#forget(network, waiter)
      settle(undefined)
    }
    const timer = setTimeout(giveUp, this.#limits.longestWaitMs)
    gone.addEventListener('abort', giveUp)
    queue.push(waiter)
    this.#queues.set(network, queue)
    this.#waiting += 1
    return promise
  }

  #forget(network: string, waiter: Waiter): void {
    const queue = this.#queues.get(network) ?? []
    queue.splice(queue.indexOf(waiter), 1)
    this.#waiting -= 1
    if (queue.length === 0) this.#queues.delete(network)
  }

  #hasPlace(network: string): boolean {
    return this.#all < this.#limits.all && (this.#running.get(network) ?? 0) < this.#limits.perNetwork
  }

  #start(network: string): Leave {
    this.#all += 1
    this.#running.set(network, (this.#running.get(network) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(network)
    }
  }

  #end(network: string): void {
    this.#all -= 1
    const left = (this.#running.get(network) ?? 1) - 1
    if (left === 0) this.#running.delete(network)
    else this.#running.set(network, left)
    this.#admitNext()
  }

  #admitNext(): void {
    for (const [network, queue] of this.#queues) {
      if (this.#all >= this.#limits.all) return
      if (!this.#hasPlace(network)) continue
      const waiter = queue.shift()
      this.#queues.delete(network)
      if (queue.length > 0) this.#queues.set(network, queue)
      if (waiter === undefined) continue
      this.#waiting -= 1
      waiter.admit(this.#start(network))
      return
    }
  }
}
