import { expect, test } from 'vitest'
import { markupsSettings } from '../../../../src/domain/settings/markups.ts'
import { wordsOf } from '../../../../src/server/catalog/arrange/category-words.ts'
import { changeCategory } from '../../../../src/server/catalog/arrange/change-category.ts'
import { makeCategory } from '../../../../src/server/catalog/arrange/make-category.ts'
import { mergeCategories } from '../../../../src/server/catalog/arrange/merge-categories.ts'
import { moveCategory } from '../../../../src/server/catalog/arrange/move-category.ts'
import { removeCategory } from '../../../../src/server/catalog/arrange/remove-category.ts'
import { categoryRecord, readTree } from '../../../../src/server/catalog/arrange/tree-queries.ts'
import { readSupplyRules } from '../../../../src/server/catalog/import/supply/supply-rules.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { asNew, begun, cables, imported, later, undone } from '../../import/import-runs.ts'
import { countedIn, countsIn } from './arranging.ts'

const servicesOf = ({ db, kind }: TestDatabase) => ({ db, kind, now: () => new Date(later(5)) })

/** The English addresses of all categories with how many products each lists. */
async function treeOf({ db }: TestDatabase): Promise<Record<string, number>> {
  return Object.fromEntries((await readTree(db)).below(null).map(({ path, products }) => [path.en, products]))
}

async function idAt({ db }: TestDatabase, path: string): Promise<string> {
  const found = (await readTree(db)).below(null).find((each) => each.path.en === path)
  if (!found) throw new Error(path)
  return found.id
}

async function rename(shop: TestDatabase, path: string, en: string): Promise<void> {
  const id = await idAt(shop, path)
  const record = await categoryRecord(shop.db, id)
  if (!record) throw new Error(id)
  const words = wordsOf(record)
  const both = { en: { ...words.en, slug: en }, sv: { ...words.sv, slug: `${en}-sv` } }
  await changeCategory(servicesOf(shop), id, { words: both })
}

const leads = (count = 2) => cables(count, { group: 'Leads' }).map(asNew)

test('a feed finds a category that was renamed, moved and merged by the name that it has', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  await imported(shop, leads(), { at: later(1) })
  await rename(shop, 'cables', 'wires')
  await imported(shop, cables(3), { at: later(6) })
  expect(await treeOf(shop)).toEqual({ wires: 3, leads: 2 })
  await moveCategory(servicesOf(shop), await idAt(shop, 'leads'), {
    parentId: await idAt(shop, 'wires'),
    afterId: 'last',
  })
  await imported(shop, leads(3), { at: later(7) })
  expect(await treeOf(shop)).toEqual({ wires: 6, 'wires/leads': 3 })
  await mergeCategories(servicesOf(shop), await idAt(shop, 'wires/leads'), await idAt(shop, 'wires'))
  await imported(shop, leads(4), { at: later(8) })
  expect(await treeOf(shop)).toEqual({ wires: 7 })
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
})

test('a category that a feed makes again, or under a name that another one left, is a new one', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  await rename(shop, 'cables', 'wires')
  await makeCategory(servicesOf(shop), {
    parentId: null,
    words: {
      en: { name: 'Cables', slug: '', description: '', pageTitle: '', metaDescription: '' },
      sv: { name: 'Cables', slug: '', description: '', pageTitle: '', metaDescription: '' },
    },
  })
  await removeCategory(servicesOf(shop), await idAt(shop, 'cables'))
  await imported(shop, cables(2).map(asNew), { at: later(6) })
  expect(await treeOf(shop)).toEqual({ wires: 2, cables: 2 })
})

test('nothing is arranged while an import writes, and one that has only read begins again', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  await imported(shop, leads(), { at: later(1) })
  const [from, into] = [await idAt(shop, 'leads'), await idAt(shop, 'cables')]
  const journal = await begun(shop, { title: 'running.csv', now: new Date(later(5)) })
  const work = [
    mergeCategories(servicesOf(shop), from, into),
    moveCategory(servicesOf(shop), from, { parentId: into, afterId: null }),
    removeCategory(servicesOf(shop), from),
    rename(shop, 'leads', 'wires'),
  ]
  for (const each of await Promise.allSettled(work))
    expect(each).toMatchObject({ status: 'rejected', reason: { fault: 'catalog_import' } })
  await journal?.end({ created: 0, changed: 0 })
  // One after the other: an import that has read the tree, and a merge before it writes.
  const reads = imported(shop, leads(5), { at: later(6) })
  await Promise.all([reads, mergeCategories(servicesOf(shop), from, into).catch((error: unknown) => error)])
  await imported(shop, leads(5), { at: later(7) })
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  const tree = await treeOf(shop)
  expect((tree['cables'] ?? 0) + (tree['leads'] ?? 0)).toBe(7)
})

test('an import is undone after its category was merged or deleted', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  await imported(shop, leads(), { at: later(1) })
  const third = await imported(
    shop,
    cables(2).map((row) => ({ ...row, group: 'Plugs' })),
    { at: later(2) },
  )
  expect(await treeOf(shop)).toEqual({ cables: 0, leads: 2, plugs: 2 })
  await mergeCategories(servicesOf(shop), await idAt(shop, 'cables'), await idAt(shop, 'leads'))
  expect(await undone(shop, third)).toMatchObject({ restored: 2 })
  expect(await treeOf(shop)).toEqual({ leads: 4 })
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
})

test('a mark-up of a category by its address holds after the category has another one', async () => {
  await using shop = await freshDatabase()
  await imported(shop, cables(2))
  await rename(shop, 'cables', 'wires')
  const markups = markupsSettings.parse({ rules: [{ id: 'cables', category: 'cables', percent: 50 }] })
  const rules = await readSupplyRules(shop.db, new Date(later(6)), markups)
  expect(rules.unknown).toEqual([])
  const priced = rules.priceOf({ vat_class: 'standard', main_category_id: await idAt(shop, 'wires') }, 1_000)
  expect(priced?.rule).toBe('cables')
})
