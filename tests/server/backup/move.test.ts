import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { Moved } from '../../../src/server/backup/move/move-progress.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import type { Env } from '../../../src/server/platform/env.ts'
import { homePage } from '../../../src/server/storefront/home-page.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { startSeller } from '../faults/start-seller.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import {
  at,
  documentsOf,
  isToPostgres,
  move,
  movedEnv,
  needPostgres,
  somebody,
  type Source,
  sourceAndPlace,
  within,
} from './moving-shop.ts'

needPostgres()

/** What shoppers see of the shop, as the functions of its pages return it. */
async function shown(env: Env): Promise<unknown[]> {
  const shop = await createShop(env, { now: () => new Date(at) })
  const ask = (query: Record<string, string>) => listQuery.parse(query)
  const pages = [
    await homePage(shop, swedish()),
    await categoryPage(shop, swedish(), 'datordelar/skruvar', ask({})),
    await categoryPage(shop, swedish(), 'datordelar/skruvar', ask({ sort: 'price' })),
    await productPage(shop, swedish(), 'sale-del'),
    await searchPage(shop, swedish(), ask({ q: 'skruv' })),
    await searchPage(shop, swedish(), ask({ q: 'skruw' })),
    await searchPage(shop, swedish(), ask({ q: 'BAT-OUT' })),
  ]
  await shop.close()
  return pages
}

async function sold(env: Env, count: number): Promise<string[]> {
  const variables = { SHOP_DATA: env.SHOP_DATA, ...(env.DATABASE_URL && { DATABASE_URL: env.DATABASE_URL }) }
  const seller = await startSeller(variables)
  for (let each = 0; each < count; each += 1) seller.child.send('sell')
  await expect.poll(() => seller.acknowledged.length, { timeout: 60_000 }).toBe(count)
  seller.child.disconnect()
  await seller.exited
  return seller.acknowledged
}

const ordersOf = (env: Env) => within(env, (db) => db.selectFrom('orders').selectAll().orderBy('seq').execute())

/** `npm run shop -- move-to-…`, with what it prints. */
async function command({ place: { env } }: Source, ...args: string[]) {
  vi.stubEnv('SHOP_DATA', env.SHOP_DATA)
  vi.stubEnv('DATABASE_URL', env.DATABASE_URL ?? '')
  const printed = { out: '', err: '' }
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    printed.out += `${line}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((line) => {
    printed.err += `${line}\n`
  })
  const { run } = isToPostgres
    ? await import('../../../src/tools/commands/move-to-postgresql.ts')
    : await import('../../../src/tools/commands/move-to-sqlite.ts')
  const code = await run(args.length > 0 ? args : ['--json']).finally(() =>
    [log, error].forEach((spy) => spy.mockRestore()),
  )
  return { code, ...printed }
}

test('the command says what it does while it does it, refuses wrong arguments, and needs a database', async () => {
  const source = await sourceAndPlace('empty')
  expect((await command(source, '--help')).out).toContain('Usage: npm run shop -- move-to-')
  expect((await command(source, '--force')).code).toBe(2)
  const none = { ...source, place: { ...source.place, env: { ...source.place.env, DATABASE_URL: undefined } } }
  expect(await command(none, '--quiet')).toMatchObject({ code: 1, err: expect.stringMatching(/^Set DATABASE_URL/) })
  const { code, out, err } = await command(source, '--')
  expect(code).toBe(0)
  expect(err).toMatch(/^Copies addresses: 0 of 0\.$/m)
  expect(out).toMatch(/^The shop is moved: \d+ rows of \d+ tables, each the same in both databases/)
  await source.drop()
})

test('a moved shop serves the same pages, has every order, and takes the next one', async () => {
  const source = await sourceAndPlace('fixture')
  await sold(source.env, 3)
  const [before, orders, documents] = [
    await shown(source.env),
    await ordersOf(source.env),
    await documentsOf(source.env),
  ]
  const { code, out, err } = await command(source)
  expect([code, err]).toEqual([0, ''])
  const moved: Moved = JSON.parse(out)
  expect(moved).toMatchObject({ isContinued: false, searchable: documents.length })
  expect(moved.tables).toBeGreaterThan(100)
  const after = movedEnv(source)
  expect(await shown(after)).toEqual(before)
  expect(JSON.stringify(before)).toContain('SCREW-11')
  expect(await ordersOf(after)).toEqual(orders)
  expect(await documentsOf(after)).toEqual(documents)
  await sold(after, 1)
  const all = await ordersOf(after)
  expect(all.map(({ seq }) => seq)).toEqual([...orders.map(({ seq }) => seq), (orders.at(-1)?.seq ?? 0) + 1])
  expect(new Set(all.map(({ number }) => number)).size).toBe(4)
  await source.drop()
})

const passkey = {
  id: 'p',
  staff_id: 's',
  public_key: '',
  counter: Number.MAX_SAFE_INTEGER,
  transports: '[]',
  name: '',
  created_at: at,
  last_used_at: null,
}
const auditEntry = {
  at,
  staff_id: null,
  actor: '',
  address: '',
  operation: '',
  subject_kind: '',
  subject_id: '',
  subject: '',
  before: '',
  after: '',
}
const strange = [
  '',
  '\\N',
  '\\.',
  'a\tb\nc\r\nd\\e',
  '\b\f\v\u0001\u007f',
  'å\u{1f600}\u{10ffff}',
  '"\'`,;',
  ' x ',
  'NULL',
]

test('texts of every kind, numbers at their limits and counters arrive as they were', async () => {
  const source = await sourceAndPlace('empty')
  await within(source.env, async (db) => {
    for (const [index, note] of strange.entries())
      await db
        .insertInto('audit_log')
        .values({ ...auditEntry, id: String(index), note })
        .execute()
    await db.insertInto('staff').values(somebody).execute()
    await db.insertInto('staff_passkeys').values(passkey).execute()
  })
  await move(source)
  await within(movedEnv(source), async (db) => {
    const rows = await db.selectFrom('audit_log').select(['seq', 'id', 'note', 'staff_id']).orderBy('seq').execute()
    expect(rows).toEqual(strange.map((note, index) => ({ seq: index + 1, id: String(index), note, staff_id: null })))
    expect(await db.selectFrom('staff_passkeys').select(['counter', 'last_used_at']).executeTakeFirst()).toEqual({
      counter: Number.MAX_SAFE_INTEGER,
      last_used_at: null,
    })
    await db
      .insertInto('audit_log')
      .values({ ...auditEntry, id: 'next', note: '' })
      .execute()
    const next = await db.selectFrom('audit_log').select('seq').where('id', '=', 'next').executeTakeFirst()
    expect(next?.seq).toBe(strange.length + 1)
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('staff').execute()).rejects.toThrow(/foreign key/i)
  })
  await source.drop()
})

test('a place with a shop, a shop that runs, and a second move are refused; nothing changes', async () => {
  const source = await sourceAndPlace('empty')
  const running = await createShop(source.env)
  await running.db.insertInto('staff').values(somebody).execute()
  await expect(move(source)).rejects.toThrow(/is in use/)
  await running.close()
  const before = readdirSync(source.env.SHOP_DATA)
  const there = await createShop(movedEnv(source))
  await there.db
    .insertInto('staff')
    .values({ ...somebody, name: 'Another' })
    .execute()
  await there.close()
  await expect(move(source)).rejects.toThrow(/is not empty/)
  expect(await within(movedEnv(source), (db) => db.selectFrom('staff').select('name').execute())).toEqual([
    { name: 'Another' },
  ])
  await within(movedEnv(source), (db) => db.deleteFrom('staff').execute())
  await move(source)
  expect(readdirSync(source.env.SHOP_DATA).length).toBeGreaterThanOrEqual(before.length)
  await expect(move(source)).rejects.toThrow(isToPostgres ? /There is no database/ : /is not empty/)
  await source.drop()
})

test('an older or a newer schema is refused', async () => {
  const source = await sourceAndPlace('empty')
  await within(source.env, (db) =>
    sql`update kysely_migration set name = '9999-later'
      where name = (select max(name) from kysely_migration)`.execute(db),
  )
  await expect(move(source)).rejects.toThrow(/newer version of the shop \(9999-later\)/)
  await within(source.env, (db) => sql`delete from kysely_migration where name = '9999-later'`.execute(db))
  await expect(move(source)).rejects.toThrow(/older version of the shop/)
  await source.drop()
})
