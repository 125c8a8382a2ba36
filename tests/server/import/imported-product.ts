import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestDatabase } from '../../support/test-database.ts'

export async function product(shop: Pick<TestDatabase, 'db'>, sku: string) {
  const row = await shop.db.selectFrom('products').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow()
  return {
    row,
    texts: await shop.db
      .selectFrom('product_texts')
      .selectAll()
      .where('product_id', '=', row.id)
      .orderBy('language')
      .execute(),
    prices: await shop.db
      .selectFrom('prices')
      .select(['currency', 'min_quantity', 'amount'])
      .where('product_id', '=', row.id)
      .orderBy('currency')
      .orderBy('min_quantity')
      .execute(),
    attributes: await shop.db
      .selectFrom('product_attributes')
      .select(['attribute_id', 'value'])
      .where('product_id', '=', row.id)
      .orderBy('position')
      .execute(),
    numbers: await shop.db
      .selectFrom('part_numbers')
      .select(['normalized', 'kind'])
      .where('product_id', '=', row.id)
      .orderBy('kind')
      .orderBy('normalized')
      .execute(),
  }
}

export async function withFeed(
  text: string | Buffer,
  work: (file: string) => Promise<void>,
  name = 'fans.csv',
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'feed-'))
  try {
    writeFileSync(path.join(folder, name), text)
    await work(path.join(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
