import type { ProductListing } from '../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'

/** The products of a listing's page in the words of schema.org. */
export function listingData(
  { products, page }: ProductListing,
  language: Language,
  origin: string,
): Record<string, unknown> {
  const before = (page.page - 1) * page.size
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: page.total,
    itemListElement: products.map(({ slug }, at) => ({
      '@type': 'ListItem',
      position: before + at + 1,
      url: origin + href(language, 'product', { slug }),
    })),
  }
}
