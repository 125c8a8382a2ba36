import { insertRows } from '../../server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../server/platform/db/connect.ts'
import { loadReferenceData } from '../../server/platform/db/reference/reference-data.ts'
import type { DatabaseTransaction } from '../../server/platform/db/tables.ts'
import { demoPassword } from '../../server/preflight/demo-identity.ts'
import { demoCatalogue, type DemoCatalogue, type DemoSize } from './catalogue/demo-catalogue.ts'
import { accountRows, privateCustomerId, type AccountRows } from './commerce/accounts.ts'
import { writeAskedFor } from './commerce/asked-for.ts'
import { coupons } from './commerce/coupons.ts'
import { writePastOrder } from './commerce/orders.ts'
import { firstSales, pastWeeks } from './commerce/past-weeks.ts'
import { shelfRows } from './commerce/shelves.ts'
import { contentPageRows } from './content/pages.ts'
import { searchHintRows } from './content/search-hints.ts'
import { widgetRows } from './content/widgets.ts'
import { writeDemoSettings } from './content/write-settings.ts'
import { guideRows } from './guides/guide-rows.ts'
import { writeCatalogue } from './write-catalogue.ts'

/** Existing texts are kept, with their URLs. */
const keepOwn = 'on conflict do nothing'

/**
 * `small` has a few parts of each family, for tests. `catalogue`: where it has been made already. The default password
 * is the published one. `isInUse`: with shelves and the orders, returns and requests of eight weeks, instead of three
 * orders.
 */
export type SeedOptions = {
  products?: DemoSize
  now?: Date
  catalogue?: DemoCatalogue
  passwordOf?: (email: string) => string
  isInUse?: boolean
}

/**
 * Writes the demo shop into a migrated database without products and accounts, in one transaction; existing texts are
 * kept.
 */
export async function seedDemo({ db, kind }: OpenDatabase, options: SeedOptions = {}): Promise<DemoCatalogue> {
  const { products = 'full', now = new Date(), passwordOf = () => demoPassword, isInUse = false } = options
  const { catalogue = demoCatalogue(products, now) } = options
  await db.transaction().execute(async (trx) => {
    await loadReferenceData({ db: trx, kind })
    await writeDemoSettings({ db: trx, kind }, now)
    await writeCatalogue({ trx, kind, now }, catalogue)
    await insertRows(trx, kind, 'content_pages', contentPageRows(now), keepOwn)
    await insertRows(trx, kind, 'widgets', widgetRows(now), keepOwn)
    const written = guideRows(catalogue, now)
    await insertRows(trx, kind, 'guides', written.guides, keepOwn)
    await insertRows(trx, kind, 'guide_targets', written.targets, keepOwn)
    await insertRows(trx, kind, 'search_hints', searchHintRows())
    await writeAccounts(trx, kind, accountRows(now, passwordOf))
    await insertRows(
      trx,
      kind,
      'coupons',
      coupons({ privateCustomerId, freeSku: skuOf(catalogue, 'workshop tape 3'), now }),
    )
    const sales = isInUse ? pastWeeks(catalogue) : firstSales(catalogue)
    for (const { order, items } of sales) await writePastOrder(trx, order, items, now)
    if (isInUse) {
      await writeAskedFor(trx, kind, now)
      await insertRows(trx, kind, 'stock_shelves', shelfRows(catalogue))
    }
  })
  return catalogue
}

async function writeAccounts(trx: DatabaseTransaction, kind: OpenDatabase['kind'], rows: AccountRows): Promise<void> {
  const { customers, organizations, members, addresses, discounts } = rows
  await insertRows(trx, kind, 'customers', customers)
  await insertRows(trx, kind, 'organizations', organizations)
  await insertRows(trx, kind, 'organization_members', members)
  await insertRows(trx, kind, 'addresses', addresses)
  await insertRows(trx, kind, 'personal_discounts', discounts)
}

function skuOf({ parts }: DemoCatalogue, key: string): string {
  const found = parts.find(({ part }) => part.key === key)
  if (!found) throw new Error(`The part "${key}" is not in the demo shop.`)
  return found.sku
}
