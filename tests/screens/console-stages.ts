import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { consolePath } from '../../src/console-routes.ts'
import type { Language } from '../../src/domain/places/locales.ts'
import { apiScopes } from '../../src/domain/staff/api-scopes.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Database } from '../../src/server/platform/db/tables.ts'
import { hashSecret, newSecret } from '../../src/server/platform/ids.ts'
import { addressesOf } from '../support/console-addresses.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { writeRecords, type HostileRecords } from '../support/hostile-records.ts'
import { seed } from '../support/new-database.ts'
import { repeatGoods } from './many-goods.ts'
import { repeatFiles, repeatPrices } from './many-prices.ts'
import { repeatRecords } from './many-rows.ts'
import { keepOne } from './one-row.ts'
import { counted } from './repeat-rows.ts'

/**
 * What the shop has: what a demo has; one row of each list; every record many times; the longest texts and an order of
 * 40 lines; or nothing yet.
 */
export const stages = ['usual', 'one', 'many', 'long', 'empty'] as const
export type Stage = (typeof stages)[number]
/** A shop to be drawn, with the addresses of its records by the name of their screen. */
export type StagedShop = EditorsShop & { addresses: Partial<Record<string, string>> }

const address = 'Industrivägen 12, port 3, plan 2, tvärs över gården bakom lastkajen, ring på klockan '
  .repeat(3)
  .slice(0, 200)
/** A name of 60 letters without a space, then an address of 200 characters. */
const longest = `${'Skruvdragarbatteriladdningsstationsfabriken'.repeat(2).slice(0, 60)} ${address}`

export async function startStage(stage: Stage): Promise<StagedShop> {
  const shop = await startEditorsShop(
    { SANDBOX_PAYMENTS: '1' },
    stage === 'empty'
      ? () => seed(mkdtempSync(path.join(tmpdir(), 'delverk-empty-')), async () => undefined)
      : undefined,
  )
  if (stage === 'empty') return { ...shop, addresses: {} }
  const text = stage === 'long' ? longest : 'Kan ni leverera före fredag?'
  const made = await writeRecords(shop.dataFolder, { text, isEverywhere: stage === 'long' })
  const only = await inDatabase(shop, async (db) => {
    await writeLog(db, { order: made.order, customer: made.customer }, text, stage)
    await writeKey(db, text)
    if (stage === 'long') await lengthen(db, made.order)
    if (stage === 'many') await repeatAll(db, made, shop.dataFolder)
    return stage === 'one' ? keepOne(db, made) : undefined
  })
  const { 'product-pieces': pieces, ...addresses } = addressesOf(
    stage === 'one' ? { ...made, product: made.variant } : made,
    ownPage('sv'),
    `${text}@example.com`,
  )
  return {
    ...shop,
    addresses:
      only === undefined
        ? { ...addresses, 'product-pieces': pieces }
        : { ...addresses, products: consolePath('products', {}, { q: only }) },
  }
}

async function repeatAll(db: Database, made: HostileRecords, dataFolder: string): Promise<void> {
  await repeatRecords(db)
  await repeatGoods(db, made)
  await repeatPrices(db, made)
  await repeatFiles(db, dataFolder)
}

/** A key of the API that was used once. */
async function writeKey(db: Database, text: string): Promise<void> {
  const times = { created_at: '2026-11-20T09:00:00.000Z', last_used_at: '2026-11-21T09:00:00.000Z' }
  await db
    .insertInto('api_keys')
    .values({
      ...times,
      id: 'key',
      hash: 'key',
      ending: 'x7Qz',
      name: text.slice(0, 60),
      scopes: JSON.stringify(apiScopes.slice(0, 2)),
      created_by: text,
      expires_at: null,
      revoked_at: null,
    })
    .execute()
}

/** The page of the person who looks at the console in this language. */
export function ownPage(language: Language): string {
  return consolePath('person', { id: `screens-${language}` })
}

/** Adds entries to the log: of an order, of a customer with what changed, and of an export. */
async function writeLog(
  db: Database,
  about: { order: string; customer: string },
  text: string,
  stage: Stage,
): Promise<void> {
  const entry = { at: '2026-11-20T09:00:00.000Z', staff_id: null, address: '203.0.113.7', actor: text, note: '' }
  const nothing = { before: '{}', after: '{}' }
  const entries = [
    {
      ...entry,
      ...nothing,
      id: 'held',
      operation: 'orders.hold',
      subject_kind: 'order',
      subject_id: about.order,
      subject: about.order,
      note: text,
    },
    {
      ...entry,
      id: 'customer',
      operation: 'customers.change',
      subject_kind: 'customer',
      subject_id: about.customer,
      subject: text,
      before: JSON.stringify({ name: 'Jonas', phone: '+46 31 390 06 12' }),
      after: JSON.stringify({ name: text, phone: text }),
    },
    {
      ...entry,
      ...nothing,
      id: 'export',
      operation: 'lists.export',
      subject_kind: 'list',
      subject_id: 'orders',
      subject: 'orders',
    },
  ]
  await db
    .insertInto('audit_log')
    .values(stage === 'one' ? entries.slice(1, 2) : entries)
    .execute()
}

/**
 * Signs an owner in who reads this language, in place of one who reads another; where there is much, with views of
 * orders. @returns the value of the session's cookie.
 */
export function signOwnerIn(shop: EditorsShop, language: Language, stage: Stage): Promise<string> {
  return inDatabase(shop, async (db) => {
    for (const table of ['staff_views', 'staff_sessions'] as const) await db.deleteFrom(table).execute()
    await db.deleteFrom('staff').where('id', 'like', 'screens-%').execute()
    const [secret, id] = [newSecret(), `screens-${language}`]
    const at = new Date().toISOString()
    const access = {
      role: 'owner',
      password_hash: null,
      totp_secret: null,
      totp_step: 0,
      is_active: 1,
      version: 1,
    } as const
    await db
      .insertInto('staff')
      .values({ id, email: `${id}@example.com`, name: 'Karin Ägare', language, created_at: at, ...access })
      .execute()
    const session = { id, staff_id: id, stage: 'full', address: '127.0.0.1', user_agent: 'screens' } as const
    const times = { factor_at: at, created_at: at, last_used_at: at }
    const end = new Date(Date.now() + 3_600_000).toISOString()
    await db
      .insertInto('staff_sessions')
      .values({ hash: hashSecret(secret), ...session, ...times, expires_at: end })
      .execute()
    if (stage === 'many') await saveViews(db, id)
    return secret
  })
}

async function saveViews(db: Database, staff_id: string): Promise<void> {
  const lists = ['orders', 'products', 'customers']
  const views = lists.flatMap((list) =>
    counted((at) => ({ id: `${list}-${at}`, staff_id, list, name: `Mina på hylla ${at}`, query: `q=${at}` })),
  )
  await db.insertInto('staff_views').values(views).execute()
}

async function lengthen(db: Database, number: string): Promise<void> {
  const { id } = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  const line = await db.selectFrom('order_lines').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('order_lines').where('order_id', '=', id).execute()
  const lines = Array.from({ length: 40 }, (_, at) => ({ ...line, id: `${id}-${at + 1}`, position: at + 1 }))
  await db.insertInto('order_lines').values(lines).execute()
}

async function inDatabase<Result>(shop: EditorsShop, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db } = connect({ sqliteFile: path.join(shop.dataFolder, 'shop.db') })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
