import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage } from '../../contracts/catalog-pages/product-page.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import type { StockStatus } from '../../domain/products/products.ts'
import { isDrawing, rasterHref } from '../../routes.ts'

const availability: Record<StockStatus, string> = {
  in_stock: 'InStock',
  few_left: 'LimitedAvailability',
  incoming: 'BackOrder',
  out_of_stock: 'OutOfStock',
  no_price: 'OutOfStock',
}

/**
 * The product in the words of schema.org, with what it costs in the shown currency; without a price it has no offer.
 */
export function productData(page: ProductPage, context: ShoppingContext, origin: string): Record<string, unknown> {
  const { product, brand, pictures, otherNumbers, eans } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    mpn: otherNumbers[0],
    gtin: eans[0],
    description: page.description || undefined,
    image: rasterPictures(pictures).map((path) => origin + path),
    brand: brand ? { '@type': 'Brand', name: brand.name } : undefined,
    offers: offers(page, context, origin + page.path),
  }
}

/** Paths of the pictures that search engines can show: photographs, and the main drawing. */
function rasterPictures(pictures: ProductPage['pictures']): string[] {
  return pictures
    .map(({ zoom }) => zoom.url)
    .filter((url, at) => at === 0 || !isDrawing(url))
    .map(rasterHref)
}

function offers({ product, variants }: ProductPage, { currency }: ShoppingContext, url: string) {
  const shared = {
    priceCurrency: currency.code,
    availability: `https://schema.org/${availability[product.stock_status]}`,
    url,
  }
  const prices = (variants.length > 0 ? variants : [product]).flatMap((each) => priceOfOne(each) ?? [])
  if (prices.length === 0) return undefined
  if (prices.length === 1) return { '@type': 'Offer', price: prices[0], ...shared }
  return {
    '@type': 'AggregateOffer',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: prices.length,
    ...shared,
  }
}

function priceOfOne({ prices }: ProductCard): number | undefined {
  return tierFor(activeTiers(prices), 1)?.p
}
