import { expect, test } from 'vitest'
import { wordsOf, type CategoryWordsIn } from '../../../../src/server/catalog/arrange/category-words.ts'
import { changeCategory } from '../../../../src/server/catalog/arrange/change-category.ts'
import { makeCategory } from '../../../../src/server/catalog/arrange/make-category.ts'
import { mergeCategories } from '../../../../src/server/catalog/arrange/merge-categories.ts'
import { moveCategory } from '../../../../src/server/catalog/arrange/move-category.ts'
import { removeCategory } from '../../../../src/server/catalog/arrange/remove-category.ts'
import { categoryRecord, readTree } from '../../../../src/server/catalog/arrange/tree-queries.ts'
import { rewriteProduct } from '../../../../src/server/catalog/changes/rewrite-product.ts'
import { storedRecords } from '../../../../src/server/catalog/maintenance/stored-records.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { countedIn, countsIn, foundIn, listedAt, movedTo, pageAt } from './arranging.ts'

const last = 'last' as const

async function wordsIn(shop: Shop, id: string): Promise<CategoryWordsIn> {
  const record = await categoryRecord(shop.db, id)
  if (!record) throw new Error(id)
  return wordsOf(record)
}

const named = (en: string, sv: string): CategoryWordsIn => {
  const rest = { slug: '', description: '', pageTitle: '', metaDescription: '' }
  return { en: { name: en, ...rest }, sv: { name: sv, ...rest } }
}

const tagsIn = async ({ db }: Shop) =>
  (await db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)

test('a category is made, has a page at once, and takes products', async () => {
  await using shop = await fixtureShop()
  const id = await makeCategory(shop, { parentId: 'laptop', words: named('Hinges & covers', 'Gångjärn') })
  expect((await pageAt(shop, 'laptop-parts/hinges-covers'))?.name).toBe('Hinges & covers')
  expect((await categoryRecord(shop.db, id))?.texts.map(({ path }) => path).toSorted()).toEqual([
    'laptop-parts/hinges-covers',
    'laptopdelar/gangjarn',
  ])
  const again = makeCategory(shop, { parentId: 'laptop', words: named('Hinges covers', 'Annat') })
  await expect(again).rejects.toMatchObject({ fault: 'catalog_address_taken' })
})

test.each([
  [named('', 'Namn'), 'catalog_name'],
  [named('Å', ''), 'catalog_name'],
  [named('!!!', 'Namn'), 'catalog_address'],
  [named('x'.repeat(251), 'Namn'), 'catalog_name'],
] as const)('%j makes no category', async (words, fault) => {
  await using shop = await fixtureShop()
  await expect(makeCategory(shop, { parentId: null, words })).rejects.toMatchObject({ fault })
  await expect(makeCategory(shop, { parentId: 'none', words: named('A', 'B') })).rejects.toMatchObject({
    fault: 'catalog_unknown',
  })
  expect((await readTree(shop.db)).below(null)).toHaveLength(7)
})

test('a moved category takes its products along, and old addresses redirect in one hop', async () => {
  await using shop = await fixtureShop()
  const before = await listedAt(shop, 'laptop-parts/batteries/dell')
  expect(before).not.toEqual([])
  await moveCategory(shop, 'batteries', { parentId: 'desktop', afterId: last })
  expect(await listedAt(shop, 'desktop-parts/batteries/dell')).toEqual(before)
  expect(await pageAt(shop, 'laptop-parts/batteries')).toBeUndefined()
  expect(await movedTo(shop, '/en/category/laptop-parts/batteries/dell')).toBe(
    '/en/category/desktop-parts/batteries/dell',
  )
  expect(await movedTo(shop, '/sv/kategori/laptopdelar/batterier')).toBe('/sv/kategori/datordelar/batterier')
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  expect(await foundIn(shop, 'desktop', 'bat part')).toContain('bat')
  expect(await foundIn(shop, 'laptop', 'bat part')).not.toContain('bat')
  await moveCategory(shop, 'batteries', { parentId: null, afterId: null })
  expect(await movedTo(shop, '/en/category/laptop-parts/batteries/dell')).toBe('/en/category/batteries/dell')
  await moveCategory(shop, 'batteries', { parentId: 'laptop', afterId: 'keyboards' })
  const redirects = await shop.db.selectFrom('redirects').selectAll().execute()
  expect(redirects.filter((row) => redirects.some((other) => other.path === row.target))).toEqual([])
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  expect((await readTree(shop.db)).childrenOf('laptop').map(({ id }) => id)).toEqual(['keyboards', 'batteries'])
})

test('a category is never below itself, also when two people move at the same time', async () => {
  await using shop = await fixtureShop()
  for (const parentId of ['laptop', 'batteries', 'dell-batteries'])
    await expect(moveCategory(shop, 'laptop', { parentId, afterId: last })).rejects.toMatchObject({
      fault: 'catalog_loop',
    })
  const results = await Promise.allSettled([
    moveCategory(shop, 'laptop', { parentId: 'desktop', afterId: last }),
    moveCategory(shop, 'desktop', { parentId: 'laptop', afterId: last }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const tree = await readTree(shop.db)
  expect(tree.below(null)).toHaveLength(7)
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
})

test('an address too deep, or of another category, is refused and nothing has changed', async () => {
  await using shop = await fixtureShop()
  let parentId: string | null = 'dell-batteries'
  for (const name of ['four', 'five', 'six'])
    parentId = await makeCategory(shop, { parentId, words: named(name, name) })
  await expect(makeCategory(shop, { parentId, words: named('seven', 'sju') })).rejects.toMatchObject({
    fault: 'catalog_deep',
  })
  await expect(moveCategory(shop, 'laptop', { parentId: 'desktop', afterId: last })).rejects.toMatchObject({
    fault: 'catalog_deep',
  })
  await makeCategory(shop, { parentId: 'desktop', words: named('Keyboards', 'Annat') })
  await expect(moveCategory(shop, 'keyboards', { parentId: 'desktop', afterId: last })).rejects.toMatchObject({
    fault: 'catalog_address_taken',
  })
  expect((await categoryRecord(shop.db, 'keyboards'))?.row.parent_id).toBe('laptop')
  expect(await shop.db.selectFrom('redirects').selectAll().execute()).toEqual([])
})

test('a merge has the products of both once, redirects, and moves what is below', async () => {
  await using shop = await fixtureShop()
  const id = await makeCategory(shop, { parentId: 'desktop', words: named('Old power', 'Gammal ström') })
  const below = await makeCategory(shop, { parentId: id, words: named('Chargers', 'Laddare') })
  const { db } = shop
  await place(shop, 'fan', [id, 'desktop'])
  await place(shop, 'bat-few', ['dell-batteries', id])
  await place(shop, 'ram', [below])
  await moveCategory(shop, id, { parentId: 'laptop', afterId: last })
  expect(await mergeCategories(shop, id, 'dell-batteries')).toMatchObject({ below: 1 })
  expect(await listedAt(shop, 'laptop-parts/batteries/dell')).toEqual(
    expect.arrayContaining(['BAT', 'BAT-FEW', 'FAN', 'RAM']),
  )
  expect(await listedAt(shop, 'laptop-parts/batteries/dell/chargers')).toEqual(['RAM'])
  for (const old of ['desktop-parts', 'laptop-parts'])
    expect(await movedTo(shop, `/en/category/${old}/old-power`)).toBe('/en/category/laptop-parts/batteries/dell')
  expect(await movedTo(shop, '/en/category/desktop-parts/old-power/chargers')).toBe(
    '/en/category/laptop-parts/batteries/dell/chargers',
  )
  expect(await categoryRecord(db, id)).toBeUndefined()
  expect(await db.selectFrom('category_products').selectAll().where('category_id', '=', id).execute()).toEqual([])
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  const [fan] = await storedRecords(db, shop.kind, ['fan'])
  expect([fan?.record.main_category_id, fan?.record.category_ids.toSorted()]).toEqual([
    'dell-batteries',
    ['dell-batteries', 'desktop'],
  ])
})

test('a merge takes drafts along, and merging on keeps every redirect at one hop', async () => {
  await using shop = await fixtureShop()
  const { db, kind } = shop
  await place(shop, 'bat-draft', ['dell-batteries', 'screws', 'desktop'])
  await mergeCategories(shop, 'screws', 'keyboards')
  await mergeCategories(shop, 'keyboards', 'desktop')
  const [draft] = await storedRecords(db, kind, ['bat-draft'])
  expect(draft?.record.category_ids).toEqual(['dell-batteries', 'desktop'])
  expect(await movedTo(shop, '/en/category/desktop-parts/screws')).toBe('/en/category/desktop-parts')
  const redirects = await db.selectFrom('redirects').selectAll().execute()
  expect(redirects.filter((row) => redirects.some((other) => other.path === row.target))).toEqual([])
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
})

test.each([
  ['laptop', 'batteries', 'catalog_loop'],
  ['laptop', 'laptop', 'catalog_loop'],
  ['laptop', 'none', 'catalog_unknown'],
  ['none', 'laptop', 'catalog_unknown'],
])('%s is not merged into %s', async (from, into, fault) => {
  await using shop = await fixtureShop()
  await expect(mergeCategories(shop, from, into)).rejects.toMatchObject({ fault })
  expect((await readTree(shop.db)).below(null)).toHaveLength(7)
})

test('a merge is refused where both have a category of the same name below them', async () => {
  await using shop = await fixtureShop()
  await makeCategory(shop, { parentId: 'desktop', words: named('Batteries', 'Ackar') })
  await expect(mergeCategories(shop, 'desktop', 'laptop')).rejects.toMatchObject({
    fault: 'catalog_children',
    values: { names: 'Batteries' },
  })
})

test('only an empty category is deleted; its addresses lead to the one above', async () => {
  await using shop = await fixtureShop()
  for (const id of ['laptop', 'dell-batteries', 'screws'])
    await expect(removeCategory(shop, id)).rejects.toMatchObject({ fault: 'catalog_not_empty' })
  const id = await makeCategory(shop, { parentId: 'laptop', words: named('Empty', 'Tom') })
  await place(shop, 'bat-draft', ['dell-batteries', id])
  await expect(removeCategory(shop, id)).rejects.toMatchObject({ fault: 'catalog_not_empty' })
  await place(shop, 'bat-draft', ['dell-batteries'])
  await removeCategory(shop, id)
  expect(await movedTo(shop, '/sv/kategori/laptopdelar/tom')).toBe('/sv/kategori/laptopdelar')
  const top = await makeCategory(shop, { parentId: null, words: named('Empty', 'Tom') })
  await removeCategory(shop, top)
  expect(await movedTo(shop, '/en/category/empty')).toBe('/en')
})

test('texts of its own page purge that page alone, what others show of it the catalogue', async () => {
  await using shop = await fixtureShop()
  const words = await wordsIn(shop, 'batteries')
  await shop.db.deleteFrom('invalidations').execute()
  await changeCategory(shop, 'batteries', { words })
  expect(await tagsIn(shop)).toEqual([])
  const described = {
    ...words,
    en: { ...words.en, description: 'All about power', pageTitle: 'Power', metaDescription: 'Buy power' },
  }
  await changeCategory(shop, 'batteries', { words: described })
  expect(await tagsIn(shop)).toEqual(['category:batteries'])
  expect(await pageAt(shop, 'laptop-parts/batteries')).toMatchObject({
    description: 'All about power',
    pageTitle: 'Power',
    metaDescription: 'Buy power',
  })
  await changeCategory(shop, 'batteries', { words: { ...described, sv: { ...described.sv, name: 'Ackar' } } })
  expect(await tagsIn(shop)).toEqual(['category:batteries', 'catalog:pages', 'layout'])
})

test('facts, fits, the menu, the picture and the link are set and checked', async () => {
  await using shop = await fixtureShop()
  await changeCategory(shop, 'batteries', {
    facts: ['length', 'colour'],
    fits: ['colour'],
    isInMenu: true,
    pictureOf: 'BAT',
    uri: '/en/find-parts',
  })
  const record = await categoryRecord(shop.db, 'batteries')
  expect(record).toMatchObject({
    facts: ['length', 'colour'],
    fits: ['colour'],
    row: { main_menu: 1, picture_id: 'battery', uri: '/en/find-parts' },
  })
  await changeCategory(shop, 'batteries', { facts: [], fits: [], isInMenu: false, pictureOf: null, uri: null })
  expect(await categoryRecord(shop.db, 'batteries')).toMatchObject({
    facts: [],
    fits: [],
    row: { main_menu: 0, picture_id: null, uri: null },
  })
  for (const [change, fault] of [
    [{ facts: ['none'] }, 'catalog_attribute'],
    [{ facts: ['a', 'b', 'c', 'd'] }, 'catalog_facts'],
    [{ fits: ['note'] }, 'catalog_attribute'],
    [{ pictureOf: 'FAN' }, 'catalog_picture'],
    [{ uri: 'javascript:alert(1)' }, 'catalog_uri'],
    [{ uri: '//evil.example' }, 'catalog_uri'],
  ] as const)
    await expect(changeCategory(shop, 'batteries', change)).rejects.toMatchObject({ fault })
})

/** Puts a product into categories, the first one as its main one. */
async function place(shop: Shop, id: string, categories: readonly string[]): Promise<void> {
  const { db, kind, now } = shop
  await db.transaction().execute(async (trx) => {
    await rewriteProduct(trx, { kind, now: now() }, id, (record) => ({
      ...record,
      category_ids: categories,
      main_category_id: categories[0] ?? null,
    }))
  })
}
