import { expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'

const json = (rows: readonly Record<string, string>[]) =>
  ['feed.json', JSON.stringify(rows.map((row) => ({ name: `Part ${row['sku']}`, ...row })))] as const

const price = { column: 'price', currency: 'SEK', vat: 'inc' }
const byParent = {
  price,
  stock: { column: 'units' },
  optional: ['price', 'units', 'layout', 'parent'],
  variants: { parent: { column: 'parent' }, label: { en: '{layout}', sv: '{layout}' } },
}

async function products(shop: TestDatabase) {
  const rows = await shop.db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .leftJoin('products as above', 'above.id', 'p.parent_id')
    .select(['p.sku', 'p.type', 'above.sku as parent', 'p.position', 'p.sort_price', 't.label', 't.name'])
    .where('t.language', '=', 'en')
    .orderBy('p.sku')
    .execute()
  return Object.fromEntries(rows.map(({ sku, ...row }) => [sku, row]))
}

const listed = async (shop: TestDatabase) =>
  (
    await shop.db
      .selectFrom('category_products as c')
      .innerJoin('products as p', 'p.id', 'c.product_id')
      .select('p.sku')
      .distinct()
      .orderBy('p.sku')
      .execute()
  ).map(({ sku }) => sku)

test('rows that name their parent become its choices, wherever the parent is', async () => {
  await using shop = await freshDatabase()
  const feed = json([
    { sku: 'KB-US', parent: 'KB', layout: 'US layout', price: '200', units: '3' },
    { sku: 'KB', name: 'Keyboard', price: '999', units: '9' },
    { sku: 'KB-SE', parent: 'KB', layout: 'Nordic layout', price: '150', units: '0' },
    { sku: 'FAN', price: '80', units: '4' },
  ])
  expect(await importText(shop, feed, byParent)).toMatchObject({ created: 4, rejected: 0, error: null })
  expect(await products(shop)).toMatchObject({
    KB: { type: 2, parent: null, sort_price: 15_000, label: '' },
    'KB-US': { type: 1, parent: 'KB', position: 0, label: 'US layout' },
    'KB-SE': { type: 1, parent: 'KB', position: 1, label: 'Nordic layout' },
    FAN: { type: 1, parent: null, label: '' },
  })
  expect(await listed(shop)).toEqual(['FAN', 'KB'])
  expect(await importText(shop, feed, byParent)).toMatchObject({ unchanged: 4, changed: 0 })
  const again = json([{ sku: 'KB', name: 'Keyboard', price: '999' }])
  expect(await importText(shop, again, byParent)).toMatchObject({ unchanged: 1 })
  const late = json([{ sku: 'KB-DE', parent: 'KB', layout: 'German layout', price: '120' }])
  expect(await importText(shop, late, byParent)).toMatchObject({ created: 1, rejected: 0 })
  expect((await products(shop))['KB']).toMatchObject({ type: 2, sort_price: 12_000 })
})

test('loops, unknown parents and parents that cannot have choices are reported by row', async () => {
  await using shop = await freshDatabase()
  const feed = json([
    { sku: 'A', parent: 'B' },
    { sku: 'B', parent: 'A' },
    { sku: 'C', parent: 'C' },
    { sku: 'D', parent: 'nowhere' },
    { sku: 'E', parent: 'F' },
    { sku: 'F', parent: 'G' },
    { sku: 'G' },
    { sku: 'H', parent: 'S' },
    { sku: 'S', pieces: 'G' },
    { sku: 'I', parent: 'x'.repeat(61) },
    { sku: 'J', parent: 'G', pieces: 'F' },
  ])
  const settings = { ...byParent, optional: [...byParent.optional, 'pieces'], set: { column: 'pieces' } }
  const report = await importText(shop, feed, settings)
  const reasons = report.rejections.map(({ row, column, reason }) => [row, column, reason])
  expect(reasons.toSorted((one, other) => Number(one[0]) - Number(other[0]))).toEqual([
    [2, 'parent', '"B" is a choice of another product itself.'],
    [3, 'parent', '"A" is a choice of another product itself.'],
    [4, 'parent', 'The product is its own parent.'],
    [5, 'parent', 'There is no product "nowhere", neither in the feed nor in the shop.'],
    [6, 'parent', '"F" is a choice of another product itself.'],
    [9, 'parent', '"S" is a set, which has no choices.'],
    [10, 'pieces', '"G" has choices: name one of them.'],
    [11, 'parent', 'The text is 61 characters long; at most 60 are allowed.'],
    [12, 'pieces', 'A choice of another product cannot be a set.'],
  ])
  expect(Object.keys(await products(shop))).toEqual(['F', 'G'])
})

test('rows of a group become choices of a product that is made of them', async () => {
  await using shop = await freshDatabase()
  const settings = {
    price,
    optional: ['price', 'group', 'colour'],
    attributes: [
      { id: 'colour', column: 'colour', en: 'Colour', sv: 'Färg', values: { red: { en: 'Red', sv: 'Röd' } } },
      { id: 'size', column: 'size', en: 'Size', sv: 'Storlek' },
    ],
    variants: { group: { column: 'group' }, label: { en: '{@colour}', sv: '{@colour}' } },
  }
  const row = (sku: string, name: string, group: string, colour: string) => ({ sku, name, group, colour, size: 'L' })
  const feed = json([
    { ...row('C-1', 'Case Silent, red', 'CASE', 'red'), price: '20' },
    { ...row('C-2', 'Case Silent, rouge', 'CASE', 'blue'), price: '10' },
    row('D-1', 'Alone', 'D', 'red'),
    row('E', 'One', 'E', 'red'),
    row('E-2', 'Two', 'E', 'blue'),
    { sku: 'F', name: 'Plain', size: 'S' },
  ])
  expect(await importText(shop, feed, settings)).toMatchObject({ created: 8, rejected: 0, error: null })
  expect(await products(shop)).toMatchObject({
    CASE: { type: 2, name: 'Case Silent', sort_price: 1_000, label: '' },
    'C-1': { type: 1, parent: 'CASE', position: 0, label: 'Red' },
    'C-2': { type: 1, parent: 'CASE', position: 1, label: 'blue' },
    'D-1': { type: 1, parent: null },
    'E-ALL': { type: 2, name: 'One' },
    E: { parent: 'E-ALL' },
    F: { type: 1, parent: null },
  })
  expect(await listed(shop)).toEqual(['CASE', 'D-1', 'E-ALL', 'F'])
  const attributes = await shop.db
    .selectFrom('product_attributes as a')
    .innerJoin('products as p', 'p.id', 'a.product_id')
    .select(['attribute_id', 'value'])
    .where('p.sku', '=', 'CASE')
    .execute()
  expect(attributes).toEqual([{ attribute_id: 'size', value: 'L' }])
  expect(await importText(shop, feed, settings)).toMatchObject({ unchanged: 8, changed: 0 })
  const one = json([{ ...row('C-1', 'Case Silent, red', 'CASE', 'red'), price: '20' }])
  const named = { ...settings.variants, name: { en: 'Case {size}', sv: 'Låda {size}' } }
  expect(await importText(shop, one, { ...settings, variants: named })).toMatchObject({ changed: 1, unchanged: 1 })
  expect((await products(shop))['CASE']).toMatchObject({ type: 2, name: 'Case L' })
})

test('a product has at most 200 choices', async () => {
  await using shop = await freshDatabase()
  const rows = Array.from({ length: 205 }, (_, at) => ({ sku: `K-${at}`, group: 'K', layout: `${at}` }))
  const variants = { group: { column: 'group' }, label: { en: '{layout}', sv: '{layout}' } }
  const report = await importText(shop, json(rows), { variants })
  expect(report).toMatchObject({ created: 201, rejected: 5 })
  expect(report.rejections.map(({ row }) => row)).toEqual([202, 203, 204, 205, 206])
})

test('a set has its pieces, and sets that cannot be put together are reported', async () => {
  await using shop = await freshDatabase()
  const settings = { price, optional: ['price', 'pieces'], set: { column: 'pieces' } }
  await importText(shop, json([{ sku: 'OLD x 2', price: '10' }]), { ...settings, name: 'other' })
  const feed = json([
    { sku: 'SET', price: '100', pieces: 'FAN x 2|GREASE|FAN|OLD x 2 x 3' },
    { sku: 'FAN', price: '40' },
    { sku: 'GREASE', price: '30' },
    { sku: 'S-1', pieces: 'SET' },
    { sku: 'S-2', pieces: 'S-2' },
    { sku: 'S-3', pieces: 'FAN|nothing' },
    { sku: 'S-4', pieces: 'FAN x 0' },
    { sku: 'S-5', pieces: Array.from({ length: 51 }, (_, at) => `P-${at}`).join('|') },
  ])
  const report = await importText(shop, feed, settings)
  expect(report).toMatchObject({ created: 3, rejected: 5, error: null })
  const reasons = report.rejections.map(({ row, reason }) => [row, reason] as const)
  expect(Object.fromEntries(reasons)).toEqual({
    5: '"SET" is a set itself.',
    6: 'The set is a piece of itself.',
    7: 'There is no product "nothing", neither in the feed nor in the shop.',
    8: '"FAN x 0" is not 1 to 100 units of a product.',
    9: 'The set has 51 pieces; at most 50 are allowed.',
  })
  const pieces = await shop.db
    .selectFrom('set_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['p.sku', 'i.quantity'])
    .orderBy('i.position')
    .execute()
  expect(pieces).toEqual([
    { sku: 'FAN', quantity: 3 },
    { sku: 'GREASE', quantity: 1 },
    { sku: 'OLD x 2', quantity: 3 },
  ])
  expect((await products(shop))['SET']).toMatchObject({ type: 3, sort_price: 10_000 })
  expect(await importText(shop, feed, settings)).toMatchObject({ unchanged: 3, changed: 0 })
})

test('relations are found in the feed and in the shop, and unknown ones are left out and reported', async () => {
  await using shop = await freshDatabase()
  const settings = {
    optional: ['with', 'instead'],
    relations: [
      { column: 'with', kind: 'bundle', discount: 10 },
      { column: 'instead', kind: 'alternative', by: 'id', separator: ',' },
    ],
  }
  await importText(shop, json([{ sku: 'OLD' }]), { name: 'other' })
  const feed = json([
    { sku: 'A', with: 'B|OLD|C|A', instead: 'B,D' },
    { sku: 'B', with: '' },
  ])
  const report = await importText(shop, feed, settings)
  expect(report).toMatchObject({ created: 2, rejected: 0, incomplete: 0, left_out: 1, error: null })
  expect(report.unread.map(({ row, column, reason }) => `${row} ${column} ${reason}`)).toEqual([
    '2 with There is no product "C", neither in the feed nor in the shop.',
    '2 with The product is related to itself.',
    '2 instead There is no product "D", neither in the feed nor in the shop.',
  ])
  const relations = await shop.db
    .selectFrom('product_relations as r')
    .innerJoin('products as p', 'p.id', 'r.related_id')
    .select(['p.sku', 'r.kind', 'r.discount_percent'])
    .orderBy('r.position')
    .execute()
  expect(relations).toEqual([
    { sku: 'B', kind: 'bundle', discount_percent: 10 },
    { sku: 'OLD', kind: 'bundle', discount_percent: 10 },
    { sku: 'B', kind: 'alternative', discount_percent: 0 },
  ])
  await expect(importText(shop, feed, { ...settings, id: ['sku', 'name'] })).rejects.toThrow('relations needs an id')
})
