import { expect, test } from 'vitest'
import { productsWithAttribute } from '../../../src/server/catalog/attributes/attribute-queries.ts'
import type { ImportRun } from '../../../src/server/catalog/import/feed-options.ts'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { attributeScreen, newAttributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { attributesScreen } from '../../../src/server/console/attributes/attributes-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { hostile } from '../../support/hostile-records.ts'
import { begun } from '../import/import-runs.ts'
import { importText } from '../import/import-with.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, attributeScreen, { params: { id } })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, attributeScreen, { params: { id }, form })

async function formOf(shop: Shop, who: Browser, id: string): Promise<Record<string, string>> {
  const { version, fields, values } = await open(shop, who, id)
  const words = values.flatMap(({ value, sv, en }) => [
    [`sv:${value}`, sv],
    [`en:${value}`, en],
  ])
  return { action: 'change', version, ...fields, ...(Object.fromEntries(words) as Record<string, string>) }
}

const valuesIn = async ({ db }: Shop) =>
  db
    .selectFrom('product_attributes')
    .selectAll()
    .orderBy('product_id')
    .orderBy('attribute_id')
    .orderBy('value')
    .execute()

test('an attribute shows its values, what they are called and what uses it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const page = await open(shop, who, 'colour')
  expect(page).toMatchObject({ products: 31, areMore: false, facts: [], fits: [], mayChange: false })
  expect(await productsWithAttribute(shop.db, 'colour', 30)).toBe(30)
  expect(page.values).toEqual([
    { value: 'black', products: 16, sv: 'Svart', en: 'Black' },
    { value: 'zinc', products: 15, sv: 'Zink', en: 'Zinc' },
  ])
  expect((await act(shop, who, 'colour', await formOf(shop, who, 'colour'))).status).toBe(403)
})

test('names and words of values are changed; words stand in both languages', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const words = { name_sv: 'Kulör', 'sv:zinc': hostile, 'en:zinc': 'Galvanised' }
  const form = { ...(await formOf(shop, who, 'colour')), ...words }
  expect((await act(shop, who, 'colour', form)).fault).toBeNull()
  expect((await open(shop, who, 'colour')).values[1]).toMatchObject({ sv: hostile, en: 'Galvanised' })
  const half = { ...(await formOf(shop, who, 'colour')), 'sv:zinc': '' }
  expect((await act(shop, who, 'colour', half)).fault).toContain('both languages or in none')
  const none = { ...(await formOf(shop, who, 'colour')), 'sv:zinc': '', 'en:zinc': '' }
  expect((await act(shop, who, 'colour', none)).fault).toBeNull()
  const rows = await shop.db
    .selectFrom('attribute_value_texts')
    .select('value')
    .where('attribute_id', '=', 'colour')
    .execute()
  expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(['black']))
  const [, entry] = await auditOf(shop.db, { kind: 'attribute', id: 'colour' })
  const logged = JSON.parse(entry?.after ?? '{}')
  expect(logged).toMatchObject({ name_sv: 'Kulör', 'value_sv zinc': hostile, 'value_en zinc': 'Galvanised' })
})

test('values that are no numbers keep an attribute from becoming one of numbers', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const refused = await act(shop, who, 'colour', { ...(await formOf(shop, who, 'colour')), kind: 'number' })
  expect(refused.fault).toContain('black')
  expect((await open(shop, who, 'colour')).fields.kind).toBe('text')
  expect((await act(shop, who, 'length', { ...(await formOf(shop, who, 'length')), kind: 'number' })).fault).toBeNull()
  expect(
    (await act(shop, who, 'length', { ...(await formOf(shop, who, 'length')), kind: 'yes_no' })).fault,
  ).not.toBeNull()
})

test('an import leaves values of another kind out, and says so', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await act(shop, who, 'length', { ...(await formOf(shop, who, 'length')), kind: 'number' })
  const attributes = [
    { id: 'length', column: 'length', en: 'Length', sv: 'Längd', unit: 'mm', facet: true, kind: 'text' },
  ]
  const text = 'sku;name;length\nX-1;Bit;12.5\nX-2;Bit;about twelve\n'
  const report = await importText(shop, ['a.csv', text], { attributes })
  expect(report.error).toBeNull()
  expect(JSON.stringify(report)).toContain('is not a number')
  const rows = await shop.db
    .selectFrom('product_attributes')
    .innerJoin('products', 'products.id', 'product_attributes.product_id')
    .select(['sku', 'value'])
    .where('sku', 'in', ['X-1', 'X-2'])
    .execute()
  expect(rows).toEqual([{ sku: 'X-1', value: '12.5' }])
})

const profiled = {
  attributes: [
    {
      id: 'finish',
      column: 'finish',
      en: 'Finish',
      sv: 'Finish',
      unit: 'Ra',
      values: { matt: { en: 'Matt', sv: 'Matt' }, blank: { en: 'Shiny', sv: 'Blank' } },
    },
  ],
}

const textsOf = async ({ db }: Shop, id: string) => ({
  ...(await db.selectFrom('attributes').select(['unit', 'facet', 'edited']).where('id', '=', id).executeTakeFirst()),
  names: await db.selectFrom('attribute_texts').select('name').where('attribute_id', '=', id).orderBy('name').execute(),
  words: await db
    .selectFrom('attribute_value_texts')
    .select(['value', 'language', 'label'])
    .where('attribute_id', '=', id)
    .orderBy('value')
    .orderBy('language')
    .execute(),
})

test('an import keeps what staff edited of an attribute, unless its profile says otherwise', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const feed = (finish: string) => ['a.csv', `sku;name;finish\nX-1;Bit;${finish}\n`] as const
  const kept = /^Attributes that staff have edited keep their names and units \(1\): finish$/
  expect((await importText(shop, feed('matt'), profiled)).error).toBeNull()
  const form = await formOf(shop, who, 'finish')
  const mine = {
    name_sv: 'Yta',
    name_en: 'Surface',
    unit: 'µm',
    unit_sure: 'yes',
    facet: 'yes',
    'sv:matt': 'Sidenmatt',
  }
  expect((await act(shop, who, 'finish', { ...form, ...mine })).fault).toBeNull()
  const own = await textsOf(shop, 'finish')
  expect(own).toMatchObject({ unit: 'µm', edited: 1, names: [{ name: 'Surface' }, { name: 'Yta' }] })
  const run: ImportRun = {}
  const second = await importText(shop, feed('blank'), profiled, { run, now: new Date('2026-03-01T00:00:00.000Z') })
  expect(second.notes.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(kept))
  const shiny = { value: 'blank', language: 'en', label: 'Shiny' }
  expect(await textsOf(shop, 'finish')).toEqual({
    ...own,
    words: [shiny, { ...shiny, language: 'sv', label: 'Blank' }, ...own.words],
  })
  const replacing = { ...profiled, editedAttributes: 'replace' }
  const third = await importText(shop, feed('matt'), replacing, { run, now: new Date('2026-03-02T00:00:00.000Z') })
  expect(third.notes.filter(({ reason }) => kept.test(reason))).toEqual([])
  expect(await textsOf(shop, 'finish')).toMatchObject({ unit: 'Ra', facet: 0, edited: 0 })
  await undoRun({ ...shop, now: new Date('2026-03-03T00:00:00.000Z') }, run.number ?? 0)
  expect(await textsOf(shop, 'finish')).toMatchObject({ unit: 'µm', edited: 1, names: own.names })
})

test('undoing an import leaves an attribute alone that staff have edited since', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const feed = ['a.csv', 'sku;name;finish\nX-1;Bit;matt\n'] as const
  await importText(shop, feed, profiled)
  const run: ImportRun = {}
  const [attribute] = profiled.attributes
  const renamed = { attributes: [{ ...attribute, en: 'Coating', sv: 'Beläggning' }] }
  await importText(shop, feed, renamed, { run, now: new Date('2026-03-01T00:00:00.000Z') })
  expect((await textsOf(shop, 'finish')).names).toEqual([{ name: 'Beläggning' }, { name: 'Coating' }])
  await act(shop, who, 'finish', { ...(await formOf(shop, who, 'finish')), name_sv: 'Yta' })
  const own = await textsOf(shop, 'finish')
  await undoRun({ ...shop, now: new Date('2026-03-03T00:00:00.000Z') }, run.number ?? 0)
  expect(await textsOf(shop, 'finish')).toEqual(own)
})

test('another unit is refused until somebody says that the values stay, and never changes one', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = await valuesIn(shop)
  const form = { ...(await formOf(shop, who, 'length')), unit: 'cm' }
  const refused = await act(shop, who, 'length', form)
  expect(refused.fault).toContain('mm becomes cm')
  expect((await open(shop, who, 'length')).fields.unit).toBe('mm')
  expect((await act(shop, who, 'length', { ...form, unit_sure: 'yes' })).fault).toBeNull()
  expect((await open(shop, who, 'length')).fields.unit).toBe('cm')
  expect(await valuesIn(shop)).toEqual(before)
})

test('an attribute in which alternatives agree stays a filter', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { version } = await contentOf(shop, who, categoryScreen, { params: { id: 'screws' } })
  const cards = { action: 'cards', version, fact_1: '', fact_2: '', fact_3: '', 'fit:colour': 'yes' }
  expect((await outcome(shop, who, categoryScreen, { params: { id: 'screws' }, form: cards })).fault).toBeNull()
  const form = { ...(await formOf(shop, who, 'colour')), facet: '' }
  expect((await act(shop, who, 'colour', form)).fault).toContain('agree in it')
  expect(await open(shop, who, 'colour')).toMatchObject({ fits: [{ id: 'screws' }], fields: { facet: 'yes' } })
})

test('an attribute is made, ordered, and deleted while nothing uses it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const make = (form: Form) => outcome(shop, who, newAttributeScreen, { form: { action: 'make', unit: '', ...form } })
  const order = async () => (await contentOf(shop, who, attributesScreen)).lines.map(({ id }) => id)
  expect((await make({ name_sv: 'Spänning', name_en: '' })).fault).not.toBeNull()
  expect((await make({ name_sv: 'Spänning', name_en: 'Voltage', id: '../x' })).fault).toContain('small letters')
  expect((await make({ name_sv: 'Spänning', name_en: 'Nominal voltage' })).fault).toBeNull()
  expect((await make({ name_sv: 'Spänning', name_en: 'Nominal voltage' })).fault).toContain('already')
  expect(await order()).toEqual(['colour', 'length', 'note', 'nominal_voltage'])
  const place = (value: string) => outcome(shop, who, attributesScreen, { form: { action: 'place', place: value } })
  expect((await place('up:nominal_voltage')).fault).toBeNull()
  expect((await place('up:colour')).fault).toBeNull()
  expect(await order()).toEqual(['colour', 'length', 'nominal_voltage', 'note'])
  expect((await place('up:none')).fault).not.toBeNull()
  expect((await act(shop, who, 'colour', { action: 'remove', sure: 'yes' })).fault).toContain('nothing uses')
  expect((await act(shop, who, 'nominal_voltage', { action: 'remove', sure: 'yes' })).fault).toBeNull()
  expect(await order()).toEqual(['colour', 'length', 'note'])
})

test('the kind is not changed while an import writes, and of two people the second is told', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const form = await formOf(shop, one, 'length')
  const journal = await begun(shop, { title: 'running.csv', now: shop.now() })
  expect((await act(shop, one, 'length', { ...form, kind: 'number' })).fault).toContain('An import is writing')
  await journal?.end({ created: 0, changed: 0 })
  const results = await Promise.all([
    act(shop, one, 'length', { ...form, name_en: 'One' }),
    act(shop, other, 'length', { ...form, name_en: 'Two' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
})
