import type { CartLine } from '../../domain/cart/cart-lines.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import type { SearchProduct } from '../../domain/products/products.ts'

/** What the browser needs to show a line at once; the server prices it anew at the next sync. */
export type CartLineData = Omit<CartLine, 'uuid' | 'quantity'>

/** The cart line that one unit of this product would be, for the attribute `data-line` of its button. */
export function cartLineData(product: SearchProduct): CartLineData {
  const pricing = activeTiers(product.prices)
  const price = tierFor(pricing, 1)?.p ?? 0
  const ordinary = tierFor(product.prices.n, 1)?.p ?? price
  return {
    product_id: product.product_id,
    sku: product.sku,
    type: product.type,
    name: product.name,
    slug: product.slug,
    price,
    ordinary_price: ordinary,
    pricing,
    vat: product.vat,
    thumb: product.thumb,
    stock_status: product.stock_status,
    group_id: product.group_id,
    discount_category: product.discount_category,
    categories: product.categories.map((category) => category.id),
    campaign: product.agreed === true || price < ordinary,
  }
}
