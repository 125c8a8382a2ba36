import { expect, test } from 'vitest'
import { maxListLines, maxLists } from '../../../../src/domain/lists/part-lists.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { addPage, list, lists, newList, partsOf, people } from './list-keeper.ts'

/** Fills a list with parts that the shop does not sell, as many as are given. */
async function fill({ db }: Shop, listId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    list_id: listId,
    product_id: `old-${at}`,
    sku: `OLD-${at}`,
    name: `Old ${at}`,
    quantity: 1,
    note: '',
    position: at + 1,
  }))
  await db.insertInto('part_list_lines').values(rows).execute()
}

test('a customer has at most 100 lists, however many are made at once', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  for (let made = 0; made < maxLists - 2; made += 1) await newList(shop, anna, `Lista ${made}`)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => lists(shop, anna, { name: `Sist ${at}` })))
  expect(answers.filter((answer) => answer instanceof Response)).toHaveLength(2)
  expect(await shop.db.selectFrom('part_lists').select('id').execute()).toHaveLength(maxLists)
  expect(await lists(shop, anna, { name: 'En till' })).toMatchObject({
    status: 422,
    page: { fault: 'too_many_lists', typed: 'En till' },
  })
})

test('a list has at most 500 parts, however many are added at once', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  const id = await newList(shop, anna)
  await fill(shop, id, maxListLines - 1)
  const answers = await Promise.all(
    ['FAN', 'BAT', 'RAM'].map((part) => addPage(shop, anna, `part=${part}`, { list: id, quantity: '1' })),
  )
  expect(answers.filter((answer) => answer instanceof Response)).toHaveLength(1)
  expect(await partsOf(shop, anna, id)).toHaveLength(maxListLines)
  expect(await list(shop, anna, id, { form: { action: 'paste', rows: 'MANUAL' } })).toMatchObject({
    status: 422,
    page: { fault: 'list_full' },
  })
})

test('parts added to a list at once are all on it, each in a place of its own', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  const id = await newList(shop, anna)
  const parts = ['FAN', 'BAT', 'RAM', 'FAN', 'FAN']
  await Promise.all(parts.map((part) => addPage(shop, anna, `part=${part}`, { list: id, quantity: '1' })))
  expect((await partsOf(shop, anna, id)).sort()).toEqual([
    ['BAT', 1],
    ['FAN', 3],
    ['RAM', 1],
  ])
  const places = await shop.db.selectFrom('part_list_lines').select('position').orderBy('position').execute()
  expect(places.map(({ position }) => position)).toEqual([1, 2, 3])
})
