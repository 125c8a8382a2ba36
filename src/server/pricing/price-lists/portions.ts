import { setImmediate as turn } from 'node:timers/promises'

/** Goes through portions of work; between two of them, other requests are answered. */
export async function* pauseBetween<Portion>(portions: Iterable<Portion>): AsyncGenerator<Portion, void> {
  for (const portion of portions) {
    yield portion
    await turn()
  }
}
