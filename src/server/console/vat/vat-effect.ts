import type { VatEffect } from '../../../contracts/console/vat.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor } from '../../../domain/money/price-tiers.ts'
import { exVat, vatPercent, type VatRow } from '../../../domain/money/vat.ts'
import { startOfDay } from '../../../domain/places/working-days.ts'
import { readPricing } from '../../catalog/pricing.ts'
import { draftsToo } from '../../catalog/products/card-queries.ts'
import { productFacts, type ProductFacts } from '../../catalog/products/product-facts.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { productBySku, sampleOfClass } from './vat-queries.ts'

/**
 * What a part costs in the country of a rate before and from the day on which the rate would count; the part of an
 * article number, or one of the class. Throws ConsoleError where there is no such part or it has no price.
 */
export async function vatEffect({ shop, session }: ConsoleContext, planned: VatRow, sku: string): Promise<VatEffect> {
  const { home } = shop.settings.all
  const currency = currencyByCode(home.currency)
  const id = sku === '' ? await sampleOfClass(shop.listDb, planned.vat_class) : await productBySku(shop.db, sku)
  if (id === undefined || !currency)
    throw new ConsoleError(sku === '' ? 'vat_no_sample' : 'vat_no_part', { sku }, 'sku')
  const context = { language: session.staff.language, currency, country: planned.country, home }
  const now = shop.now()
  const begins = new Date(Math.max(now.getTime(), Date.parse(startOfDay(planned.valid_from, home))))
  // With the campaigns of today, so that the two differ by the rate alone.
  const factsAt = async (at: Date, rows: readonly VatRow[]) => {
    const pricing = await readPricing(shop.db, context, at, rows)
    return (await productFacts(shop.db, context, [id], now, { seen: draftsToo, pricing })).get(id)
  }
  const [before, after] = [await factsAt(now, []), await factsAt(begins, [planned])]
  const [was, willBe] = [before && priceOf(before), after && priceOf(after)]
  if (!before || !was || !willBe) throw new ConsoleError('vat_no_price', { sku }, 'sku')
  const { row } = before
  return { sku: row.sku, name: row.name, currency: currency.code, from: planned.valid_from, before: was, after: willBe }
}

function priceOf({ prices, vatRate }: ProductFacts): VatEffect['before'] | undefined {
  const tier = tierFor(activeTiers(prices), 1)
  if (!tier) return undefined
  const inc = toMinor(tier.p)
  return { percent: vatPercent(vatRate), inc, ex: exVat(inc, vatRate) }
}
