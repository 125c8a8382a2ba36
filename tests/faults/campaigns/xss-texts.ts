import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { importFiles } from '../../bench/import-process.ts'
import type { ShopData } from '../../bench/shop-process.ts'

/** Stores strings as widgets, pages, names and addresses, bypassing forms that would reject some of them. */
export async function fill(data: ShopData, all: readonly string[]): Promise<void> {
  // PostgreSQL stores no zero bytes.
  const strings = all.map((text) => text.replaceAll('\0', ''))
  await withDatabase(data, (db) =>
    db.transaction().execute(async (trx) => {
      for (const [at, text] of strings.entries()) await writeTexts(trx, `xss-${at}`, text)
      await writeAccount(trx, strings)
    }),
  )
}

async function writeTexts(db: Database, id: string, text: string): Promise<void> {
  const row = { language: 'en', draft: null, publish_at: null, updated_at: new Date().toISOString() } as const
  await db
    .insertInto('widgets')
    .values({ ...row, slug: id, draft_hidden: null, published: text, hidden: 0 })
    .execute()
  const titles = { title: text, description: text, draft_title: null, draft_description: null }
  await db
    .insertInto('content_pages')
    .values({ ...row, id, slug: id, ...titles, published: `<p>${text}</p>` })
    .execute()
  await db
    .insertInto('addresses')
    .values({ id, customer_id: 'demo-private', organization_id: null, ...addressOf(text) })
    .execute()
}

/** The name of the customer, and 50 strings in each text of each of its orders. */
async function writeAccount(db: Database, strings: readonly string[]): Promise<void> {
  await db
    .updateTable('customers')
    .set({ name: strings.join(' ').slice(0, 20_000), phone: strings[3] ?? '' })
    .where('id', '=', 'demo-private')
    .execute()
  const orders = await db.selectFrom('orders').select('id').where('customer_id', '=', 'demo-private').execute()
  for (const [at, { id }] of orders.entries()) {
    const text = strings.slice(at * 50, at * 50 + 50).join(' ')
    const words = { order_reference: text, cost_centre: text, peppol_id: text, invoice_address: text, message: text }
    await db
      .updateTable('orders')
      .set({ ...words, phone: text, address: JSON.stringify(addressOf(text)) })
      .where('id', '=', id)
      .execute()
    await db.updateTable('order_lines').set({ name: text }).where('order_id', '=', id).execute()
  }
}

function addressOf(text: string) {
  return { name: text, line1: text, line2: text, postal_code: text, city: text, country: 'SE' }
}

/** A feed whose every cell is a string, imported by the shop's own import. */
export async function importStrings(data: ShopData, strings: readonly string[]): Promise<void> {
  const [feeds, profiles] = [path.join(data.folder, 'feeds'), path.join(data.folder, 'profiles')]
  mkdirSync(feeds, { recursive: true })
  mkdirSync(profiles, { recursive: true })
  const texts = { name: '{name}', description: '{description}' }
  writeFileSync(
    path.join(profiles, 'xss.json'),
    JSON.stringify({
      name: 'xss',
      match: ['xss.csv'],
      id: ['sku'],
      sku: { column: 'sku' },
      texts: { en: texts, sv: texts },
      brand: { column: 'brand' },
      category: { en: ['Strings', '<img src=x onerror=pwned()>'], sv: ['Texter', '"><script>pwned()</script>'] },
      price: { column: 'price', currency: 'SEK', vat: 'inc' },
      stock: { column: 'stock' },
      partNumbers: [{ column: 'name', kind: 'maker', separator: '\u0003' }],
      attributes: [
        { id: 'xss_text', column: 'description', en: 'Text', sv: 'Text', unit: '', facet: true, kind: 'text' },
      ],
    }),
  )
  // A feed with zero bytes is rejected as not being text.
  const cell = (text: string): string => `"${text.replaceAll('"', '""').replaceAll('\0', '')}"`
  const lines = strings.map((text, at) => [`XSS-${at}`, cell(text), cell(text), cell(text), '100', '5'].join(','))
  const file = path.join(feeds, 'xss.csv')
  writeFileSync(file, `${['sku', 'name', 'description', 'brand', 'price', 'stock'].join(',')}\n${lines.join('\n')}\n`)
  const { created, refused, rejected } = await importFiles(data, [file])
  if (created === 0) throw new Error(`The feed was not taken: ${refused.join(' ')} (${rejected} rows rejected)`)
}
