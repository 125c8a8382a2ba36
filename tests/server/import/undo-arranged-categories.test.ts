import { expect, test } from 'vitest'
import { setMenu } from '../../../src/server/catalog/maintenance/catalog-settings.ts'
import { menuPaths } from '../../../src/server/catalog/maintenance/operator-queries.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { asNew, cables, imported, later, undone } from './import-runs.ts'

const servicesOf = ({ db, kind }: TestDatabase) => ({ db, kind, now: () => new Date(later(5)) })
const pathsIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('category_texts').select('path').where('language', '=', 'en').orderBy('path').execute()).map(
    ({ path }) => path,
  )
const leads = () => cables(3, { group: 'Leads' }).map(asNew)

test('a category in a chosen menu outlives its import, and keeps its place when imported again', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  const second = await imported(shop, leads(), { at: later(1) })
  await setMenu(servicesOf(shop), ['leads', 'cables'])
  expect(await undone(shop, second)).toMatchObject({ removed: 3, keptCategories: ['leads'] })
  expect(await menuPaths(shop.db)).toEqual(['leads', 'cables'])
  await imported(shop, leads(), { at: later(6) })
  expect(await menuPaths(shop.db)).toEqual(['leads', 'cables'])
})

test('an import adds nothing to a menu that somebody has chosen', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  expect(await menuPaths(shop.db)).toEqual(['cables'])
  await imported(shop, leads(), { at: later(1) })
  expect(await menuPaths(shop.db)).toEqual(['cables', 'leads'])
  await setMenu(servicesOf(shop), ['leads'])
  const third = await imported(shop, cables(2, { group: 'Plugs' }).map(asNew), { at: later(2) })
  expect(await menuPaths(shop.db)).toEqual(['leads'])
  expect(await undone(shop, third)).toMatchObject({ keptCategories: [] })
  expect(await pathsIn(shop)).toEqual(['cables', 'leads'])
})

test('what was linked elsewhere or got facts is kept as well, what an import alone arranged is not', async () => {
  await using shop = await freshDatabase()
  const first = await imported(shop, cables(2))
  const second = await imported(shop, leads(), { at: later(1) })
  const third = await imported(shop, cables(2, { group: 'Plugs' }).map(asNew), { at: later(2) })
  await shop.db
    .updateTable('categories')
    .set({ uri: '/en/find-parts' })
    .where('id', '=', await idOf(shop, 'leads'))
    .execute()
  await shop.db
    .insertInto('category_facts')
    .values({ category_id: await idOf(shop, 'plugs'), attribute_id: 'colour_of', position: 0 })
    .execute()
  expect(await undone(shop, third)).toMatchObject({ keptCategories: ['plugs'] })
  expect(await undone(shop, second)).toMatchObject({ keptCategories: ['leads'] })
  expect(await undone(shop, first)).toMatchObject({ keptCategories: [] })
  expect(await pathsIn(shop)).toEqual(['leads', 'plugs'])
})

async function idOf({ db }: TestDatabase, path: string): Promise<string> {
  const { category_id: id } = await db
    .selectFrom('category_texts')
    .select('category_id')
    .where('path', '=', path)
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow()
  return id
}
