import { expect, test } from 'vitest'
import { categoryRecord } from '../../../src/server/catalog/arrange/tree-queries.ts'
import { categoriesScreen } from '../../../src/server/console/categories/categories-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { newCategoryScreen } from '../../../src/server/console/categories/new-category-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { hostile } from '../../support/hostile-records.ts'
import { countedIn, countsIn, listedAt, movedTo } from '../catalog/arrange/arranging.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, categoryScreen, { params: { id } })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, categoryScreen, { params: { id }, form })
const linesOf = async (shop: Shop, who: Browser, query: Record<string, string> = {}) =>
  (await contentOf(shop, who, categoriesScreen, { query })).lines

/** The form with a category's texts, as its page shows it. */
async function textsOf(shop: Shop, who: Browser, id: string): Promise<Record<string, string>> {
  const { version, fields } = await open(shop, who, id)
  const was = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`was:${name}`, value]))
  return { action: 'texts', version, ...fields, ...was }
}

test('the tree shows every category in its order with counts, and finds some by name and address', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const lines = await linesOf(shop, who)
  expect(lines.map(({ id, depth }) => `${depth} ${id}`)).toEqual([
    '0 laptop',
    '1 batteries',
    '2 dell-batteries',
    '1 keyboards',
    '0 desktop',
    '1 screws',
    '0 gift-cards',
  ])
  expect(lines.find(({ id }) => id === 'screws')?.products).toBe(30)
  expect((await linesOf(shop, who, { q: 'BATT' })).map(({ id }) => id)).toEqual(['batteries', 'dell-batteries'])
  expect(await linesOf(shop, who, { q: "' or 1=1 --" })).toEqual([])
})

test('an editor makes a category below another one, and a seller cannot', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const form = { action: 'make', name_sv: 'Fläktar', name_en: 'Fans', slug_sv: '', slug_en: '', parent: 'laptop (en)' }
  const wrong = await outcome(shop, editor, newCategoryScreen, { form: { ...form, parent: 'Nowhere / at all' } })
  expect(wrong.fault).toContain('There is no category “Nowhere / at all”')
  const made = await outcome(shop, editor, newCategoryScreen, { form: { ...form, parent: 'laptop-parts' } })
  expect([made.status, made.fault]).toEqual([303, null])
  const id = made.location?.match(/categories\/([^?]+)/)?.[1] ?? ''
  expect(await open(shop, editor, id)).toMatchObject({ path: 'laptop-parts/fans', products: 0 })
  expect((await auditOf(shop.db, { kind: 'category', id })).map(({ operation }) => operation)).toEqual([
    'categories.make',
  ])
  const seller = await signedIn(shop, 'seller')
  expect((await outcome(shop, seller, newCategoryScreen, { form })).status).toBe(403)
  expect((await act(shop, seller, 'laptop', { action: 'merge', into: 'desktop', sure: 'yes' })).status).toBe(403)
})

test('texts are changed, of two people the second is told, and nothing that was typed is lost', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const shown = await textsOf(shop, other, 'batteries')
  const first = { ...(await textsOf(shop, one, 'batteries')), name_sv: 'Ackar', slug_sv: 'ackar' }
  expect((await act(shop, one, 'batteries', first)).fault).toBeNull()
  expect(await movedTo(shop, '/sv/kategori/laptopdelar/batterier')).toBe('/sv/kategori/laptopdelar/ackar')
  const late = await act(shop, other, 'batteries', { ...shown, description_en: 'Power' })
  expect([late.status, late.fault]).toEqual([422, expect.stringContaining('The editor')])
  const again = {
    ...shown,
    version: (await open(shop, other, 'batteries')).version,
    name_sv: 'Ackar',
    slug_sv: 'ackar',
  }
  expect((await act(shop, other, 'batteries', { ...again, description_en: 'Power' })).fault).toBeNull()
  expect((await categoryRecord(shop.db, 'batteries'))?.texts.find(({ language }) => language === 'en')).toMatchObject({
    description: 'Power',
  })
  const [entry] = await auditOf(shop.db, { kind: 'category', id: 'batteries' })
  expect(JSON.parse(entry?.after ?? '{}')).toEqual({ description_en: 'Power' })
})

test('refuses the second of two people who save the same form at the same time', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const shown = await textsOf(shop, one, 'batteries')
  const results = await Promise.all([
    act(shop, one, 'batteries', { ...shown, name_en: 'One' }),
    act(shop, other, 'batteries', { ...shown, name_en: 'Two' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
})

test('a category is moved with its page, and the log says from where', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version, siblings } = await open(shop, who, 'batteries')
  expect(siblings.map(({ id }) => id)).toEqual(['keyboards'])
  const loop = await act(shop, who, 'laptop', {
    action: 'move',
    version: (await open(shop, who, 'laptop')).version,
    parent: 'laptop-parts/batteries',
    after: '',
  })
  expect(loop.fault).toContain('below itself')
  const moved = await act(shop, who, 'batteries', { action: 'move', version, parent: 'desktop-parts', after: '' })
  expect(moved.fault).toBeNull()
  expect(await listedAt(shop, 'desktop-parts/batteries/dell')).toContain('BAT')
  const [entry] = await auditOf(shop.db, { kind: 'category', id: 'batteries' })
  expect(JSON.parse(entry?.before ?? '{}')).toMatchObject({ parent: 'laptop', path_en: 'laptop-parts/batteries' })
  expect((await act(shop, who, 'batteries', { action: 'move', version, parent: '', after: '' })).fault).not.toBeNull()
})

test('the arrows put a category beside its neighbours, and end at both ends', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const place = async (value: string) => {
    const { fault } = await outcome(shop, who, categoriesScreen, { form: { action: 'place', place: value } })
    expect(fault).toBeNull()
    return (await linesOf(shop, who)).filter(({ depth }) => depth === 0).map(({ id }) => id)
  }
  expect(await place('up:desktop')).toEqual(['desktop', 'laptop', 'gift-cards'])
  expect(await place('up:desktop')).toEqual(['desktop', 'laptop', 'gift-cards'])
  expect(await place('down:desktop')).toEqual(['laptop', 'desktop', 'gift-cards'])
  expect(await place('down:laptop')).toEqual(['desktop', 'laptop', 'gift-cards'])
  const odd = await outcome(shop, who, categoriesScreen, { form: { action: 'place', place: 'up:none' } })
  expect(odd.status).toBe(422)
})

test('a merge asks first in words, then redirects and moves everything', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version } = await open(shop, who, 'screws')
  const asked = await act(shop, who, 'screws', { action: 'merge', version, into: 'laptop-parts/batteries/dell' })
  expect(asked.content?.question).toEqual({ into: 'laptop-parts/batteries/dell', products: 30, below: 0 })
  expect(await open(shop, who, 'screws')).toMatchObject({ products: 30 })
  const form = { action: 'merge', version, into: 'laptop-parts/batteries/dell', sure: 'yes' }
  const merged = await act(shop, who, 'screws', form)
  expect([merged.fault, merged.location]).toEqual([null, '/console/categories/dell-batteries?done=merge'])
  expect(await movedTo(shop, '/en/category/desktop-parts/screws')).toBe('/en/category/laptop-parts/batteries/dell')
  expect(await countsIn(shop)).toEqual(await countedIn(shop))
  expect(await act(shop, who, 'screws', form)).toMatchObject({
    status: 303,
    location: '/console/categories/dell-batteries',
  })
  expect((await outcome(shop, who, categoryScreen, { params: { id: 'none' } })).status).toBe(404)
  const [entry] = await auditOf(shop.db, { kind: 'category', id: 'screws' })
  expect(entry).toMatchObject({
    operation: 'categories.merge',
    note: 'desktop-parts/screws > laptop-parts/batteries/dell',
  })
})

test('the page of a category that gets a product in the meantime does not delete it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  expect((await act(shop, who, 'screws', { action: 'remove' })).fault).not.toBeNull()
  expect((await act(shop, who, 'screws', { action: 'remove', sure: 'yes' })).fault).toContain('empty')
  expect(await categoryRecord(shop.db, 'screws')).toBeDefined()
})

test('attributes, menu and picture are set by their forms', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version, fitChoices } = await open(shop, who, 'screws')
  expect(fitChoices.map(({ id }) => id)).toEqual(['colour', 'length'])
  const cards = { action: 'cards', version, fact_1: 'length', fact_2: '', fact_3: 'colour', 'fit:colour': 'yes' }
  expect((await act(shop, who, 'screws', cards)).fault).toBeNull()
  const again = await open(shop, who, 'screws')
  expect([again.facts, again.fits]).toEqual([['length', 'colour'], ['colour']])
  const links = { action: 'links', version: again.version, menu: 'yes', picture: 'BAT', uri: 'javascript:alert(1)' }
  expect((await act(shop, who, 'screws', links)).fault).toContain('no address')
  expect((await act(shop, who, 'screws', { ...links, uri: '' })).fault).toBeNull()
  expect(await open(shop, who, 'screws')).toMatchObject({ isInMenu: true, uri: '' })
})

test('hostile names are stored as text, and control characters are left out', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const form = {
    ...(await textsOf(shop, who, 'screws')),
    name_en: `${hostile}\u0000\u0007`,
    description_en: `a\u0000b`,
  }
  expect((await act(shop, who, 'screws', form)).fault).toBeNull()
  expect((await open(shop, who, 'screws')).fields).toMatchObject({ name_en: hostile, description_en: 'ab' })
  const wide = { ...(await textsOf(shop, who, 'screws')), slug_en: '../../etc' }
  expect((await act(shop, who, 'screws', wide)).fault).toContain('cannot be an address')
})

test('a category is where it was dropped, its old address redirects, and a tree that changed refuses it', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const { shape } = await contentOf(shop, one, categoriesScreen)
  const drop = (who: Browser, form: Record<string, string>) =>
    outcome(shop, who, categoriesScreen, { form: { action: 'drop', shape, parent: '', after: '', ...form } })
  const moved = await drop(one, { id: 'keyboards', parent: 'desktop', after: 'screws' })
  expect([moved.status, moved.fault]).toEqual([303, null])
  const shown = async () => (await linesOf(shop, one)).map(({ id, depth }) => `${depth} ${id}`)
  const expected = [
    '0 laptop',
    '1 batteries',
    '2 dell-batteries',
    '0 desktop',
    '1 screws',
    '1 keyboards',
    '0 gift-cards',
  ]
  expect(await shown()).toEqual(expected)
  expect(await movedTo(shop, '/en/category/laptop-parts/keyboards')).toMatch(/\/keyboards$/)
  expect((await auditOf(shop.db, { kind: 'category', id: 'keyboards' }))[0]?.operation).toBe('categories.move')
  const late = await drop(other, { id: 'screws', parent: 'laptop' })
  expect([late.status, late.fault]).toEqual([422, expect.stringContaining('meanwhile')])
  const now = (await contentOf(shop, one, categoriesScreen)).shape
  const wrongs: Record<string, string>[] = [
    { id: 'laptop', parent: 'dell-batteries' },
    { id: 'laptop', parent: 'laptop' },
    { id: 'screws', parent: 'desktop', after: 'batteries' },
    { id: 'screws', parent: 'nowhere' },
    { id: '' },
  ]
  for (const wrong of wrongs) expect((await drop(one, { shape: now, ...wrong })).status).toBe(422)
  expect(await shown()).toEqual(expected)
  const both = await Promise.all([
    drop(one, { shape: now, id: 'screws', parent: 'laptop' }),
    drop(other, { shape: now, id: 'gift-cards' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
})
