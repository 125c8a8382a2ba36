import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { setPriceRows } from '../../../../src/server/pricing/price-lists/change-rows.ts'
import { createPriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import type { PriceListBuyers } from '../../../../src/server/pricing/price-lists/price-list-queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

type Row = readonly [sku: string, quantity: number, net: number]
type Terms = Partial<PriceListBuyers> & { currency?: CurrencyCode; startsAt?: string; endsAt?: string }

export const rowsOf = (...rows: readonly Row[]) =>
  rows.map(([sku, quantity, amount], at) => ({ row: at + 1, sku, quantity, amount }))

/** Makes a list with these net prices in minor units; returns its id. */
export async function agree(
  shop: Shop,
  { customers = [], organizations = [], currency = 'SEK', startsAt, endsAt }: Terms,
  ...rows: readonly Row[]
): Promise<string> {
  const id = await createPriceList(shop, 'test', {
    name: 'Agreement',
    currency,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    buyers: { customers, organizations },
  })
  await setPriceRows(shop, id, { rows: rowsOf(...rows), replaces: false, actor: 'test' })
  return id
}
