import { ConsoleError } from '../../frame/console-error.ts'

type Texts = ReadonlyMap<string, string>
type Placed = { readonly places: Texts; readonly off: Texts }

/**
 * Things in the order of the places that a form gives them, without those that go. Of two with the same place, the one
 * that was moved there comes first.
 */
export function inPlaces<Item extends { id: string }>(items: readonly Item[], { places, off }: Placed): Item[] {
  return items
    .map((item, at) => ({ item, at, place: placeOf(places.get(item.id), at) }))
    .filter(({ item }) => !off.has(item.id))
    .sort((one, other) => one.place - other.place || movedUp(one) - movedUp(other) || one.at - other.at)
    .map(({ item }) => item)
}

function placeOf(typed: string | undefined, at: number): number {
  if (typed === undefined || typed.trim() === '') return at + 1
  if (!/^\d{1,3}$/.test(typed.trim())) throw new ConsoleError('product_place')
  return Number(typed)
}

/** -1 for what moves towards the beginning, 1 for what moves away from it. */
function movedUp({ at, place }: { at: number; place: number }): number {
  return Math.sign(place - (at + 1))
}
