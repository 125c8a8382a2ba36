import { expect, test } from 'vitest'
import { insertInvalidations, labelsTag, updatedAtTag } from '../../../src/server/catalog/change-queries.ts'
import { followInvalidations } from '../../../src/server/jobs/follow-invalidations.ts'
import { pagesTag } from '../../../src/server/platform/db/statements/invalidation-queries.ts'
import { freshShop } from '../../support/test-shop.ts'

test('every purge is followed once, also where there are many at the same time', async () => {
  const dropped: string[] = []
  await using shop = await freshShop({ invalidate: (tags) => dropped.push(...tags) })
  const follow = await followInvalidations(shop)
  const write = (tags: readonly string[]) =>
    shop.db.transaction().execute((trx) => insertInvalidations(trx, tags, shop.now().toISOString()))
  const stock = Array.from({ length: 12_345 }, (_, at) => `stock:${at}`)
  for (let at = 0; at < stock.length; at += 5_000) await write(stock.slice(at, at + 5_000))
  await write(['catalog'])
  expect(await follow()).toBe(true)
  expect(dropped).toEqual([...stock, 'catalog'])
  expect(await follow()).toBe(false)
  await write(['deal'])
  expect(await follow()).toBe(true)
  expect(dropped.slice(stock.length + 1)).toEqual(['deal'])
})

test.each([pagesTag, labelsTag, updatedAtTag('2026-03-01T12:00:00.000Z')])(
  '%s drops the pages of the catalogue',
  async (tag) => {
    const dropped: string[] = []
    await using shop = await freshShop({ invalidate: (tags) => dropped.push(...tags) })
    shop.invalidate(['deal', tag])
    expect(dropped).toEqual(['deal', 'catalog'])
    shop.invalidate(['catalog:of-another', 'stock:1'])
    expect(dropped.slice(2)).toEqual(['catalog:of-another', 'stock:1'])
  },
)
