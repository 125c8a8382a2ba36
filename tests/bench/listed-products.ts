import { sql } from 'kysely'
import { AgreedLists } from '../../src/server/catalog/agreed-prices/agreed-lists.ts'
import { CatalogIndex } from '../../src/server/catalog/columns/catalog-index.ts'
import type { Shop } from '../../src/server/catalog/shop.ts'
import type { ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { TtlCache } from '../../src/server/platform/ttl-cache.ts'
import { writeManyPrices } from '../support/many-prices.ts'

/** Writes products with prices that lists show, spread over categories `c0`, `c1` and so on. */
export async function writeListedProducts(open: ShopDatabase, products: number, categories: number): Promise<void> {
  await writeManyPrices(open, products)
  const [words, noWords] = open.kind === 'postgres' ? [sql`, words, pieces`, sql`, '', ''`] : [sql``, sql``]
  await sql`insert into search_documents (doc, seq, product_id, title_en, title_sv, numbers${words})
    select number, number, id, '', '', ''${noWords} from (select id, row_number() over (order by id) as number
      from products) numbered`.execute(open.db)
  await sql`insert into category_products (category_id, product_id, direct, main)
    select 'c' || cast(seq % ${sql.lit(categories)} as text), product_id, 1, 1 from search_documents`.execute(open.db)
  // As the database of a shop that runs has them.
  await sql`analyze`.execute(open.db)
}

/** The services that lists of products need. */
export function listShop(open: ShopDatabase): Shop {
  const now = () => new Date()
  const services = {
    ...open,
    now,
    memory: new TtlCache(now),
    catalogIndex: new CatalogIndex(open, () => {}),
    agreedLists: new AgreedLists(open),
  }
  return services as unknown as Shop
}
