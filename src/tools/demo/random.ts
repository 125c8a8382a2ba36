import { createHash } from 'node:crypto'

/** Pseudo-random values that depend only on a name, so that a part looks the same on every seeding. */
export type Draws = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from low to high, inclusive. */
  whole(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

/** A generator seeded by text (mulberry32 on the text's SHA-256). */
export function drawsFor(name: string): Draws {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return { next, whole, pick: (items) => pickFrom(items, next()), chance: (probability) => next() < probability }
}

function pickFrom<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
