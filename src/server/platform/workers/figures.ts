import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Figures as FiguresOfOne } from './worker-calls.ts'

/** Kinds whose values only grow, so that those of a worker that has ended still count. */
const growing = new Set(['counter', 'histogram'])

/**
 * The figures of all workers together. What a worker counted until its last figures is kept when it ends, because a sum
 * that falls would look to Prometheus like a new start of everything.
 */
export class Figures {
  readonly #latest = new Map<number, FiguresOfOne>()
  #past: Promise<FiguresOfOne> = Promise.resolve([])
  readonly #own: Registry[] = []

  /** Adds figures of the supervisor itself. */
  add(registry: Registry): void {
    this.#own.push(registry)
  }

  /** Keeps the latest figures of a worker. */
  update(worker: number, figures: FiguresOfOne): void {
    this.#latest.set(worker, figures)
  }

  /** A worker has ended. */
  retire(worker: number): void {
    const last = this.#latest.get(worker)
    this.#latest.delete(worker)
    if (last === undefined) return
    const grown = last.filter(({ type }) => growing.has(String(type)))
    this.#past = this.#past.then((past) => aggregateFigures([past, grown]).getMetricsAsJSON())
  }

  async merged(): Promise<string> {
    const own = await Promise.all(this.#own.map((registry) => registry.metrics()))
    return [await aggregateFigures([await this.#past, ...this.#latest.values()]).metrics(), ...own].join('\n')
  }
}

function aggregateFigures(all: readonly FiguresOfOne[]): Registry {
  return AggregatorRegistry.aggregate([...all])
}
