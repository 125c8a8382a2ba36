import { describe, expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { redirectIfMoved } from '../../../src/server/catalog/categories/redirect-if-moved.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { renameCategory } from '../../../src/server/content/rename-category.ts'
import { missing } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const nameAt = async (shop: Shop, path: string) =>
  shownOf(await categoryPage(shop, swedish(), path, listQuery.parse({})))?.page.name
const movedTo = async (shop: Shop, path: string) =>
  (await redirectIfMoved(missing(), shop, path)).headers.get('Location')
const batteries = { id: 'batteries', language: 'sv' } as const

describe('search engines: 301 from renamed slugs', () => {
  test('a category moves with everything below it, in one language, and old URLs redirect', async () => {
    await using shop = await fixtureShop()
    await renameCategory(shop, { ...batteries, slug: 'ackar', name: 'Ackar' })
    expect(await nameAt(shop, 'laptopdelar/ackar')).toBe('Ackar')
    expect(await nameAt(shop, 'laptopdelar/ackar/dell')).toBe('dell (sv)')
    expect(await nameAt(shop, 'laptopdelar/batterier')).toBeUndefined()
    expect(await movedTo(shop, '/sv/kategori/laptopdelar/batterier')).toBe('/sv/kategori/laptopdelar/ackar')
    expect(await movedTo(shop, '/sv/kategori/laptopdelar/batterier/dell')).toBe('/sv/kategori/laptopdelar/ackar/dell')
    expect(await movedTo(shop, '/en/category/laptop-parts/batteries')).toBeNull()
  })

  test('two renamings are one redirect, and renaming back is none', async () => {
    await using shop = await fixtureShop()
    await renameCategory(shop, { ...batteries, slug: 'ackar' })
    await renameCategory(shop, { id: 'laptop', language: 'sv', slug: 'barbart' })
    const rows = await shop.db
      .selectFrom('redirects')
      .selectAll()
      .where('path', 'like', '/sv/kategori/laptopdelar/batterier%')
      .orderBy('path')
      .execute()
    expect(rows.map((row) => row.target)).toEqual(['/sv/kategori/barbart/ackar', '/sv/kategori/barbart/ackar/dell'])
    await renameCategory(shop, { id: 'laptop', language: 'sv', slug: 'laptopdelar' })
    await renameCategory(shop, { ...batteries, slug: 'batterier' })
    expect(await nameAt(shop, 'laptopdelar/batterier/dell')).toBeDefined()
    const all = await shop.db.selectFrom('redirects').selectAll().execute()
    expect(all.filter((row) => all.some((other) => other.path === row.target))).toEqual([])
  })

  test('cached pages of the catalogue and the menu are dropped', async () => {
    const dropped: string[] = []
    await using shop = await freshShop({ seeded: true, invalidate: (tags) => dropped.push(...tags) })
    await renameCategory(shop, { ...batteries, name: 'Ackar' })
    expect(dropped).toEqual(['layout', 'catalog'])
    expect((await shop.db.selectFrom('invalidations').select('tag').execute()).map((row) => row.tag)).toEqual([
      'catalog:pages',
      'layout',
    ])
  })

  test.each([['tangentbord'], ['Å'], [''], ['a/b']])('the URL %j is rejected and nothing changes', async (slug) => {
    await using shop = await fixtureShop()
    await expect(renameCategory(shop, { ...batteries, slug })).rejects.toMatchObject({ name: 'ContentError' })
    expect(await nameAt(shop, 'laptopdelar/batterier')).toBeDefined()
    expect(await shop.db.selectFrom('redirects').selectAll().execute()).toEqual([])
  })
})
