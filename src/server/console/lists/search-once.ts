import type { RawBuilder } from 'kysely'
import type { ConsoleContext } from '../frame/console-context.ts'

/** Which rows a search finds; `mostFound` is how many it finds at most, where there are more, otherwise null. */
export type Searched = { where: RawBuilder<boolean>; mostFound: number | null }

/** Carries out a search once for a request, whose rows, number and file need what it finds. */
export function searchOnce<Found>(search: (context: ConsoleContext, text: string) => Promise<Found>) {
  const known = new WeakMap<ConsoleContext['request'], Map<string, Promise<Found>>>()
  return (context: ConsoleContext, text: string): Promise<Found> => {
    const found = known.get(context.request) ?? new Map<string, Promise<Found>>()
    known.set(context.request, found)
    const searched = found.get(text) ?? search(context, text)
    found.set(text, searched)
    return searched
  }
}

/** The first `most` of what was found, which may be one more. */
export function cutOff<Item>(found: readonly Item[], most: number): { found: Item[]; mostFound: number | null } {
  return { found: found.slice(0, most), mostFound: found.length > most ? most : null }
}
