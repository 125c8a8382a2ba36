import type { ProductPage } from '../../contracts/catalog-pages/product-page.ts'

/** What "recently viewed" remembers of a product (spec section 3), for the attribute `data-viewed` of its page. */
export function viewedData({ product, alternates, pictures }: ProductPage): string {
  const images = pictures.slice(0, 1).map(({ gallery }) => gallery.url)
  return JSON.stringify({ sku: product.sku, name: product.name, paths: alternates, thumb: product.thumb, images })
}
