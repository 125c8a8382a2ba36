import type { Shop } from '../ordering/shop.ts'
import { finishEffects } from './queries.ts'

/**
 * Effects that this process has carried out and that the database does not know yet. Those of one lane are written by
 * one statement at a time: two statements about the same rows would wait for each other.
 */
export class UnrecordedEffects {
  readonly #ids = new Set<string>()
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  add(id: string): void {
    this.#ids.add(id)
  }

  get count(): number {
    return this.#ids.size
  }

  /** Writes all that were added before, and what is added while it waits; rejects while the database is away. */
  write(shop: Pick<Shop, 'db' | 'now'>): Promise<void> {
    if (this.#ids.size === 0) return Promise.resolve()
    this.#next ??= this.#begin(shop)
    return this.#next
  }

  async #begin(shop: Pick<Shop, 'db' | 'now'>): Promise<void> {
    await this.#current.catch(() => {})
    this.#current = this.#next ?? Promise.resolve()
    this.#next = undefined
    const ids = [...this.#ids]
    await finishEffects(shop.db, ids, shop.now().toISOString())
    for (const id of ids) this.#ids.delete(id)
  }
}
