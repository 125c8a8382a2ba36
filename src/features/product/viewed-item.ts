import type { ProductPage } from '../../contracts/catalog-pages/product-page.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { priceTag } from '../listing/prices.ts'
import { commerceOf, pageEvent, priceLessVat, trackedItem } from '../tracking/page-event.ts'

/** view_item: one unit at the price that the page shows first, 0 without a price. */
export function viewedItem({ product, brand }: ProductPage, currency: CurrencyCode): string {
  const unit = priceLessVat(priceTag(product)?.tier.p ?? 0, product.vat)
  const item = trackedItem({ sku: product.sku, name: product.name, brand: brand?.name, quantity: 1 }, unit)
  return pageEvent({ event: 'view_item', ecommerce: commerceOf([item], currency) })
}
