import type { NewRow } from '../../../server/platform/db/tables.ts'
import type { DemoCatalogue } from '../catalogue/demo-catalogue.ts'

const placesOfShelf = 20

/** Where the parts with stock of their own are: an aisle for each family, twenty places on a shelf (`C2-14`). */
export function shelfRows({ records }: DemoCatalogue): NewRow<'stock_shelves'>[] {
  const stocked = records.filter(({ stock }) => stock !== null)
  const aisles = [...Map.groupBy(stocked, ({ group_id: family }) => family ?? '').values()]
  return aisles.flatMap((parts, aisle) =>
    parts.map(({ id }, at) => ({
      product_id: id,
      shelf: `${aisleName(aisle)}${shelfAt(at)}-${(at % placesOfShelf) + 1}`,
    })),
  )
}

const shelfAt = (at: number): number => Math.floor(at / placesOfShelf) + 1

/** A to Z, then AA and so on. */
function aisleName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : letter + letter
}
