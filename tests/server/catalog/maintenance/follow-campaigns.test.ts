import { expect, test } from 'vitest'
import { followCampaigns } from '../../../../src/server/catalog/maintenance/follow-campaigns.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'

const invalidations = ({ db }: TestShop) => db.selectFrom('invalidations').select('tag').execute()
const sortPrice = async ({ db }: TestShop, id: string) =>
  (await db.selectFrom('products').select('sort_price').where('id', '=', id).executeTakeFirst())?.sort_price

test('the first run after a start applies missed campaign changes and keeps all other pages', async () => {
  let now = new Date('2026-06-15T12:00:00Z')
  await using shop = await freshShop({ seeded: true, now: () => now })
  await followCampaigns(shop)()
  await shop.db.deleteFrom('invalidations').execute()
  await followCampaigns(shop)()
  expect(await invalidations(shop)).toEqual([])
  const during = await sortPrice(shop, 'sale')
  now = new Date('2026-06-25T12:00:00Z')
  await followCampaigns(shop)()
  expect(await invalidations(shop)).toEqual([{ tag: 'catalog' }])
  expect(await sortPrice(shop, 'sale')).toBeGreaterThan(during ?? Number.NaN)
})

test('a campaign that starts or ends while the shop runs drops the pages with its products once', async () => {
  let now = new Date('2026-06-15T12:00:00Z')
  await using shop = await freshShop({ seeded: true, now: () => now })
  const follow = followCampaigns(shop)
  await follow()
  await shop.db.deleteFrom('invalidations').execute()
  now = new Date('2026-06-21T12:00:00Z')
  await follow()
  await follow()
  const tags = (await invalidations(shop)).map(({ tag }) => tag)
  expect(tags).toEqual(expect.arrayContaining(['product:sale', 'category:laptop']))
  expect(new Set(tags).size).toBe(tags.length)
  expect(tags).not.toContain('catalog')
  expect(tags).not.toContain('product:fan')
})
