import type { Alternates, Crumb, ProductListing } from '../../contracts/catalog-pages/product-lists.ts'
import type { Translate } from '../../i18n/translator.ts'

type ListPage = {
  name: string
  description: string
  path: string
  crumbs: Crumb[]
  alternates: Alternates
  listing: ProductListing
}

/**
 * What a listing tells search engines and shared links. Page N is canonical in every language; a filtered page
 * and a table are none of their own and point at the listing.
 */
export function listingHead(
  { name, description, path, crumbs, alternates, listing }: ListPage,
  t: Translate,
  title = name,
) {
  const { page, filtered, products, table } = listing
  const isFirst = page.page === 1 || filtered
  const paged = (to: string) => (isFirst ? to : `${to}?page=${page.page}`)
  const parent = crumbs.at(-2)?.name
  const heading = isFirst ? title : t('listing.title_page', { name: title, page: page.page })
  return {
    title: parent ? `${heading} – ${parent}` : heading,
    description: isFirst && description ? description : t('listing.summary', { name: heading, count: page.total }),
    alternates: { en: paged(alternates.en), sv: paged(alternates.sv) },
    crumbs,
    noindex: filtered || table !== null,
    canonicalPath: paged(path),
    picture: products.find(({ featured }) => featured)?.featured?.url,
  }
}
