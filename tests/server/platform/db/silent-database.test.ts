import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ProductCategories } from '../../../../src/contracts/calls/product-categories.ts'
import { listCategories } from '../../../../src/server/catalog/categories/categories.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { isTemporary } from '../../../../src/server/platform/db/is-temporary.ts'
import type { Operation } from '../../../../src/server/platform/http/calls/endpoint.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { DatabaseProxy } from '../../../support/database-proxy.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { freshDatabase } from '../../../support/test-database.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { call } from '../../call.ts'

const ended = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (isTemporary(error) ? 'temporary' : error),
  )

test('a hanging PostgreSQL is given up, breaks nothing else, and is used again when it recovers', async () => {
  await using database = await freshDatabase()
  // An embedded database cannot hang.
  const opened =
    'postgresUrl' in database.location ? await DatabaseProxy.open(database.location.postgresUrl) : undefined
  if (!opened) return
  await using proxy = opened.proxy
  const { db } = connect({ postgresUrl: opened.url, poolSize: 2, isWatched: true })
  const ask = () => sql`select 1`.execute(db)
  expect(await ended(ask())).toBe('answered')
  expect(await ended(sql`select pg_sleep(1)`.execute(db))).toBe('answered')
  proxy.freeze()
  expect(await Promise.all(Array.from({ length: 6 }, () => ended(ask())))).toEqual(
    Array.from({ length: 6 }, () => 'temporary'),
  )
  await proxy.open()
  await expect.poll(() => ended(ask()), { timeout: 60_000 }).toBe('answered')
  await proxy.shut()
  expect(await ended(ask())).toBe('temporary')
  await proxy.open()
  await expect.poll(() => ended(ask()), { timeout: 60_000 }).toBe('answered')
  await db.destroy()
})

test('a text that PostgreSQL cannot store is bad input and not a server error', async () => {
  await using shop = await freshShop()
  const list: Operation<typeof ProductCategories, Shop> = ({ db }, { query }) =>
    listCategories(db, 'sv', { parentId: query.parent_id, mainMenu: false })
  const { status } = await call(shop, ProductCategories, list, {
    query: { parent_id: 'a\0b' },
    shopping: defaultContext('sv'),
  })
  expect(status).toBe(shop.kind === 'sqlite' ? 200 : 400)
})
