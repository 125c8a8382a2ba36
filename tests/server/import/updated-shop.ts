import { parseAnyProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { updateProducts } from '../../../src/server/catalog/import/update-products.ts'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt, writeCategories } from './a-record.ts'
import { withFeed } from './imported-product.ts'

export const profile = {
  name: 'stock',
  update: { sku: 'article' },
  price: { column: 'price', currency: 'SEK', vat: 'ex', tiers: [{ column: 'price10', quantity: 10 }] },
  stock: { column: 'stock' },
  incoming: { column: 'expected' },
  numbers: { decimal: ',' },
  optional: ['price10', 'expected'],
}
export const updatedAt = '2026-03-01T12:00:00.000Z'

export async function save(shop: TestDatabase, records: readonly ProductRecord[], at?: string) {
  const options = optionsAt(shop.kind, at)
  return shop.db.transaction().execute(async (trx) => {
    const { touched, ...counts } = await saveProducts(trx, records, options)
    await finishCatalog(trx, options, touched)
    return counts
  })
}

export async function shopWith(...records: readonly ProductRecord[]): Promise<TestDatabase> {
  const shop = await freshDatabase()
  await writeCategories(shop.db)
  await save(shop, records)
  await shop.db.deleteFrom('invalidations').execute()
  return shop
}

export async function update(
  shop: TestDatabase,
  text: string,
  { json = profile as unknown, dryRun = false, at = updatedAt } = {},
) {
  const parsed = parseAnyProfile(json, 'stock.json')
  if (!('update' in parsed)) throw new Error('The profile is not one of updates.')
  const { db, kind } = shop
  let report: Awaited<ReturnType<typeof updateProducts>> | undefined
  await withFeed(text, async (file) => {
    report = await updateProducts(file, parsed, { db, kind, now: new Date(at), dryRun, onProgress: () => {} })
  })
  if (!report) throw new Error('There is no report.')
  return report
}

/** The tags of pages that were purged. */
export const tags = async ({ db }: TestDatabase) =>
  (await db.selectFrom('invalidations').select('tag').distinct().orderBy('tag').execute()).map((row) => row.tag)
