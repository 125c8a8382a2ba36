import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { DemoCatalogue } from '../catalogue/demo-catalogue.ts'
import { drawsFor, type Draws } from '../random.ts'
import { companyBuyers, privateBuyers, type DemoBuyer } from './buyers.ts'
import { firstOrders, type PastOrder } from './orders.ts'

export type Sale = { order: PastOrder; items: readonly SentLine[] }
type Part = DemoCatalogue['records'][number]

const days = 56
const orders = 48

/** The orders of people with an account, in which one part of each family is bought. */
export function firstSales(catalogue: DemoCatalogue): Sale[] {
  const families = Map.groupBy(plentiful(catalogue), (record) => record.group_id)
  const items = [...families.values()].flatMap((family, at) =>
    family.slice(0, 1).map(({ sku }) => ({ sku, quantity: at % 4 === 0 ? 2 : 1 })),
  )
  return firstOrders.map((order, at) => ({ order, items: items.slice(at * 3, at * 3 + 3) }))
}

/** What the shop sold in its last eight weeks, oldest first; more each week. */
export function pastWeeks(catalogue: DemoCatalogue): Sale[] {
  const draws = drawsFor('past weeks')
  const parts = plentiful(catalogue)
  const sales = Array.from({ length: orders }, (_, at): Sale => {
    const daysAgo = days * ((orders - at - draws.next()) / orders) ** 1.5
    return { order: orderOf(draws, at, daysAgo), items: itemsOf(draws, parts) }
  })
  return [...firstSales(catalogue), ...sales].toSorted((one, other) => other.order.daysAgo - one.order.daysAgo)
}

/** Single parts with a price and plenty of stock. */
function plentiful({ records }: DemoCatalogue): Part[] {
  return records.filter(
    (record) =>
      record.type === 1 && record.parent_id === null && record.prices.length > 0 && (record.stock?.on_hand ?? 0) > 10,
  )
}

function itemsOf(draws: Draws, parts: readonly Part[]): SentLine[] {
  const chosen = new Set(Array.from({ length: draws.whole(1, 4) }, () => draws.pick(parts).sku))
  return [...chosen].map((sku) => ({ sku, quantity: draws.chance(0.2) ? draws.whole(2, 5) : 1 }))
}

/** Every fifth buyer is a company; the two with an account come back now and then. */
function orderOf(draws: Draws, at: number, daysAgo: number): PastOrder {
  const [karin, workshop] = firstOrders
  if (karin && at % 13 === 4) return { ...karin, daysAgo, reached: reachedIn(daysAgo) }
  if (workshop && at % 9 === 3) return { ...workshop, daysAgo, reached: reachedIn(daysAgo) }
  const buyer = draws.pick(at % 5 === 0 ? companyBuyers : privateBuyers)
  return {
    language: buyer.language,
    daysAgo,
    payment: 'sandbox',
    customerId: null,
    organizationId: null,
    buyer: formOf(buyer),
    reached: reachedIn(daysAgo),
    ...returnOf(at),
  }
}

function formOf({ email, phone, name, line1, postalCode, city, organization }: DemoBuyer): PastOrder['buyer'] {
  return {
    email,
    phone,
    name,
    line1,
    postal_code: postalCode,
    city,
    customer_kind: organization ? 'organization' : 'private',
    organization_name: organization?.name ?? '',
    organization_number: organization?.number ?? '',
  }
}

/** The statuses of an order of that age, with the days after which it reached them. */
function reachedIn(daysAgo: number): PastOrder['reached'] {
  const steps: PastOrder['reached'] = [
    ['confirmed', 0],
    ['processing', 0.3],
    ['shipped', 1.4],
    ['delivered', 3],
  ]
  return steps.filter(([, days]) => days < daysAgo)
}

/** Two parts of orders that came last week go back. */
function returnOf(at: number): Pick<PastOrder, 'returned'> {
  if (at === orders - 12)
    return { returned: { reason: 'does_not_fit', message: 'Den passar tyvärr inte i min dator.', days: 4.5 } }
  if (at === orders - 10)
    return { returned: { reason: 'changed_mind', message: 'Jag hittade den gamla igen.', days: 3.6 } }
  return {}
}
