import type { Database } from '../../src/server/platform/db/tables.ts'

const at = '2026-11-20T09:00:00.000Z'
const nobody = { staff_id: null, started_at: at, undone_at: null, last_id: '', cursor: 1 }

/** A campaign and a change of prices whose names, choices and article numbers are a text of people. */
export async function writeHostilePrices(db: Database, product: { id: string }, text: string): Promise<void> {
  const choice = JSON.stringify({
    skus: [text],
    category: text,
    brand: text,
    from: null,
    to: null,
    status: '',
    stock: '',
  })
  const rule = JSON.stringify({ how: 'percent', percent: -1_000 })
  await db
    .insertInto('campaigns')
    .values({ id: 'hostile', name: text, starts_at: '2098-01-01T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' })
    .execute()
  await db
    .insertInto('campaign_rules')
    .values({ campaign_id: 'hostile', choice, rule, ending: 'ore', actor: text, created_at: at })
    .execute()
  await db
    .insertInto('campaign_prices')
    .values({ campaign_id: 'hostile', product_id: product.id, currency: 'SEK', min_quantity: 1, amount: 100 })
    .execute()
  await writeHostileList(db, product, text)
  const counts = { total: 1, changed: 0, refused: 1, undone: 0, kept: 0 }
  await db
    .insertInto('price_changes')
    .values({
      id: 'hostile',
      state: 'done',
      choice,
      rule,
      ending: 'krona',
      actor: text,
      created_at: at,
      ended_at: at,
      ...nobody,
      ...counts,
    })
    .execute()
  const prices = { before: 10_000, after: 9_000, cost: 9_500, vat_rate: 2_500, prices: '[]' }
  await db
    .insertInto('price_change_rows')
    .values({
      change_id: 'hostile',
      position: 1,
      product_id: product.id,
      sku: text,
      state: 'refused',
      reason: 'changed',
      ...prices,
    })
    .execute()
}

/** A price list and its change. */
async function writeHostileList(db: Database, product: { id: string }, text: string): Promise<void> {
  const list_id = 'hostile'
  await db
    .insertInto('price_lists')
    .values({
      id: list_id,
      name: text,
      currency: 'SEK',
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: '2099-01-01T00:00:00.000Z',
      version: 2,
      row_count: 1,
      actor: text,
      created_at: at,
      changed_at: at,
    })
    .execute()
  const row = { list_id, product_id: product.id, min_quantity: 1 }
  await db
    .insertInto('price_list_rows')
    .values({ ...row, amount: 9_900 })
    .execute()
  await db
    .insertInto('price_list_changes')
    .values({ list_id, version: 2, actor: text, created_at: at, changed: 1, kept: 1, undoes: 1 })
    .execute()
  await db
    .insertInto('price_list_changed_rows')
    .values({ ...row, version: 2, before: null, after: 9_900 })
    .execute()
}
