import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { brandPage as openBrandPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import { brandsScreen } from '../../../src/server/console/brands/brands-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { contentOf, type Browser } from './at-console.ts'

/** The page of a brand in the shop, in English. */
export async function brandPage(shop: Shop, slug: string) {
  return shownOf(await openBrandPage(shop, defaultContext('en'), slug, listQuery.parse({})))?.page
}

/** The names of the brands that the list shows. */
export async function brandsIn(shop: Shop, who: Browser, query: Record<string, string> = {}): Promise<string[]> {
  return (await contentOf(shop, who, brandsScreen, { query })).rows.map(({ label }) => label)
}
