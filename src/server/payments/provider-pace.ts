import type { Shop } from '../platform/shop.ts'
import { inTime, timeoutMs } from './in-time.ts'

/** A call without an answer after this time, in milliseconds, is late; shorter than what ends the call itself. */
const lateAfterMs = 4_000
/** A provider counts as unresponsive after so many late calls in a row. */
const lateInTurn = 3
/** How long a shopper waits for an unresponsive provider, or after an order that took long itself. */
const shortWaitMs = 1_000
/** From the start of an order's own work to its answer, where the work takes less than four of these seconds. */
const maxOrderMs = 5_000

/** How a provider has answered this process of late. */
export class ProviderPace {
  #late = 0

  /**
   * Waits for a call as long as a shopper can: less after an order whose own work took `spentMs`, and shortly while the
   * provider is unresponsive, so that those who wait for it do not take the places of others. Throws NotInTime.
   */
  async wait<Answer>(call: Promise<Answer>, spentMs: number): Promise<Answer> {
    void this.#follow(call)
    const isUnresponsive = this.#late >= lateInTurn
    const left = Math.min(timeoutMs, maxOrderMs - spentMs)
    return inTime(call, isUnresponsive ? shortWaitMs : Math.max(shortWaitMs, left))
  }

  /** Counts late calls in a row. An answer after the wait, or a refusal, ends the count as well. */
  async #follow(call: Promise<unknown>): Promise<void> {
    const isOver = call.then(
      () => true,
      () => true,
    )
    const isAnswered = await inTime(isOver, lateAfterMs).catch(() => false)
    this.#late = isAnswered ? 0 : this.#late + 1
  }
}

/** The pace of a provider in this process. */
export function paceOf({ memory }: Pick<Shop, 'memory'>, provider: string): Promise<ProviderPace> {
  return memory.remember(`provider_pace:${provider}`, 3_600_000, async () => new ProviderPace())
}
