import type { PhoneRow, TypedPhoneOrder } from '../../../contracts/console/phone-order.ts'
import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import { withKnownSpelling } from '../../ordering/cart/known-spelling.ts'
import type { PricedCheckout } from '../../ordering/checkout/price-checkout.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { availableBySku } from '../named-parts/named-part-queries.ts'

/** A row with a part number; `quantity` is null where it is no number of units. */
export type TypedRow = { sku: string; units: string; quantity: number | null }

type TypedParts = Pick<TypedPhoneOrder, 'sku:' | 'units:'> & Partial<Pick<TypedPhoneOrder, 'pick'>>

/** The rows that have a part number. Units that are left empty mean one; rows of the same part become one. */
export async function typedRows(db: Queryable, typed: TypedParts): Promise<TypedRow[]> {
  const filled = filledRows(typed)
  const rows = new Map<string, TypedRow>()
  for (const { sku, units } of await withKnownSpelling(db, filled)) {
    const before = rows.get(sku)
    const quantity = unitsOf(units)
    const isJoined = before !== undefined && before.quantity !== null && quantity !== null
    const sum = isJoined ? (before.quantity ?? 0) + quantity : quantity
    if (before && !isJoined) rows.set(`${sku} ${rows.size}`, { sku, units, quantity })
    else rows.set(sku, { sku, units: sum === null ? units : String(sum), quantity: sum })
  }
  return [...rows.values()]
}

/** The rows in their order, each with the part that was chosen for it. */
function filledRows({ 'sku:': skus, 'units:': units, pick = '' }: TypedParts) {
  const [, row = '', picked = ''] = /^(\d{1,4}):(.+)$/.exec(pick) ?? []
  return [...skus]
    .map(([at, sku]) => ({ at, sku: (at === row ? picked : sku).trim().slice(0, 80) }))
    .toSorted((one, other) => Number(one.at) - Number(other.at))
    .filter(({ sku }) => sku !== '')
    .map(({ at, sku }) => ({ sku, units: (units.get(at) ?? '').trim().slice(0, 10) }))
}

function unitsOf(text: string): number | null {
  const units = text === '' ? 1 : Number(/^\d{1,4}$/.test(text) ? text : 0)
  return units >= 1 && units <= maxQuantity ? units : null
}

/** The rows with their parts, and what is wrong with each. */
export async function shownRows(
  db: Queryable,
  rows: readonly TypedRow[],
  priced: PricedCheckout | null,
): Promise<PhoneRow[]> {
  const skus = rows.map(({ sku }) => sku)
  const available = await availableBySku(db, skus)
  return rows.map(({ sku, units, quantity }) => {
    const line = priced?.lines.find((each) => each.sku === sku && !each.added_by_coupon)
    const part = line && {
      name: line.name,
      possible: line.possible,
      available: available.get(sku) ?? null,
      unitPrice: line.amounts.unit.inc,
    }
    return { sku, units, part: part ?? null, fault: faultOf(quantity, line?.quantity) }
  })
}

function faultOf(wanted: number | null, possible: number | undefined): PhoneRow['fault'] {
  if (wanted === null || wanted > maxQuantity) return 'units'
  if (possible === undefined) return 'unknown'
  return possible < wanted ? 'short' : null
}
