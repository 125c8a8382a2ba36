import { expect, test } from 'vitest'
import { mainMenuCategories, rootCategories } from '../../src/server/catalog/categories/category-queries.ts'
import { productCards } from '../../src/server/catalog/products/product-cards.ts'
import { defaultContext } from '../support/default-context.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator redirects the links of a category and back, and the pages with them are dropped', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const uriOf = async () => (await rootCategories(shop.db, 'sv')).find(({ id }) => id === 'laptop')?.uri
  const tagsSince = async () =>
    (await shop.db.deleteFrom('invalidations').returning('tag').execute()).map(({ tag }) => tag)
  await tagsSince()
  expect(await json('category', 'set', 'laptop', '--uri', '/en/find-parts')).toEqual({
    id: 'laptop',
    uri: '/en/find-parts',
  })
  expect([await uriOf(), await tagsSince()]).toEqual([
    '/en/find-parts',
    expect.arrayContaining(['catalog:pages', 'layout']),
  ])
  for (const uri of ['javascript:alert(1)', '//evil.example', 'http://evil.example', '/a b', '/\\evil.example']) {
    expect(await run('category', 'set', 'laptop', '--uri', uri)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no address') as string,
    })
  }
  expect(await uriOf()).toBe('/en/find-parts')
  expect((await run('category', 'set', 'laptop', '--uri', '')).out).toContain('its own page')
  expect(await uriOf()).toBeNull()
  expect(await run('category', 'set', 'nothing', '--uri', '/en')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no category nothing') as string,
  })
  expect(await run('category', 'set', 'laptop')).toMatchObject({ code: 2 })
})

test('an operator chooses the categories of the main menu and their order', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const shown = async () => (await mainMenuCategories(shop.db, 'sv')).map(({ id }) => id)
  expect(await json('category', 'menu')).toEqual(['laptop-parts', 'desktop-parts'])
  expect((await run('category', 'list')).out).toMatch(/^laptop-parts\/batteries\/dell +dell \(en\) +5$/m)
  await shop.db.deleteFrom('invalidations').execute()
  expect(await json('category', 'menu', 'desktop-parts', 'gift-cards', 'laptop-parts/batteries')).toEqual([
    'desktop-parts',
    'gift-cards',
    'laptop-parts/batteries',
  ])
  expect(await shown()).toEqual(['desktop', 'gift-cards', 'batteries'])
  const tags = await shop.db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
  expect(tags).toEqual([{ tag: 'catalog:pages' }, { tag: 'layout' }])
  for (const [words, reason] of [
    [['nothing'], 'There is no category nothing'],
    [['gift-cards', 'gift-cards'], 'is in the main menu once'],
    [Array.from({ length: 13 }, () => 'gift-cards'), 'at most 12'],
  ] as const)
    expect(await run('category', 'menu', ...words)).toMatchObject({
      code: 1,
      err: expect.stringContaining(reason) as string,
    })
  expect(await shown()).toEqual(['desktop', 'gift-cards', 'batteries'])
})

test('an operator says what decides whether a part fits, and the pages of the catalogue are dropped', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const chosen = () => shop.db.selectFrom('category_fit_attributes').selectAll().orderBy('attribute_id').execute()
  await shop.db.deleteFrom('invalidations').execute()
  expect(await json('category', 'fit', 'laptop', 'colour', 'length', 'colour')).toEqual({
    id: 'laptop',
    attributes: ['colour', 'length', 'colour'],
  })
  expect(await chosen()).toEqual([
    { category_id: 'laptop', attribute_id: 'colour' },
    { category_id: 'laptop', attribute_id: 'length' },
  ])
  expect((await shop.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)).toEqual([
    'catalog:pages',
  ])
  expect(await run('category', 'fit', 'laptop', 'note')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no attribute note that lists are filtered by') as string,
  })
  expect((await run('category', 'fit', 'laptop')).out).toContain('category above')
  expect(await chosen()).toEqual([])
  expect(await run('category', 'fit')).toMatchObject({ code: 2 })
})

test("an operator puts words on a card, sanitized, and the product's pages are dropped", async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const cardOf = async () =>
    (await productCards(shop.db, defaultContext('sv'), ['fan'], shop.now())).cards[0]?.metadata.decoration
  await shop.db.deleteFrom('invalidations').execute()
  expect(
    await json('product', 'set', 'FAN', '--decoration', '<strong onclick="x()">Nyhet</strong><script>x()</script>'),
  ).toEqual({ sku: 'FAN', decoration: '<strong>Nyhet</strong>' })
  expect(await cardOf()).toBe('<strong>Nyhet</strong>')
  expect((await shop.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)).toEqual(
    expect.arrayContaining(['catalog:pages', 'product:fan', 'product:kit']),
  )
  expect(await run('product', 'set', 'FAN', '--decoration', '<img src=x onerror=x()>')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing of that text') as string,
  })
  expect(await run('product', 'set', 'FAN', '--decoration', 'x'.repeat(201))).toMatchObject({
    code: 1,
    err: expect.stringContaining('at most 200') as string,
  })
  expect(await run('product', 'set', 'NOTHING', '--decoration', 'New')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no product NOTHING') as string,
  })
  expect(await cardOf()).toBe('<strong>Nyhet</strong>')
  expect((await run('product', 'set', 'FAN', '--decoration', '')).out).toContain('no decoration')
  expect(await cardOf()).toBe('')
})
