import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { productVariantsScreen } from '../../../src/server/console/products/variants/variants-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { hostile } from '../../support/hostile-records.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'

const at = { params: { sku: 'KB' } }
const open = (shop: Shop, who: Browser) => contentOf(shop, who, productVariantsScreen, at)
const act = (shop: Shop, who: Browser, form: Form) => outcome(shop, who, productVariantsScreen, { ...at, form })

/** What the table shows, by article number and field. */
async function shown(shop: Shop, who: Browser): Promise<Record<string, Record<string, string>>> {
  const { rows } = await open(shop, who)
  return Object.fromEntries(
    rows.map(({ sku, fields }) => [sku, Object.fromEntries(fields.map(({ column, value }) => [column, value]))]),
  )
}

/** The form of the table as a browser sends it: every field, with what was typed in some. */
async function tableOf(shop: Shop, who: Browser, typed: Record<string, Record<string, string>>): Promise<Form> {
  const { rows } = await open(shop, who)
  const fields = rows.flatMap((row) =>
    row.fields.flatMap(({ name, column, value, isField }) =>
      isField
        ? [
            [name, typed[row.sku]?.[column] ?? value],
            [`was:${name}`, value],
          ]
        : [],
    ),
  )
  return { action: 'save', ...Object.fromEntries(fields) }
}

async function choicesShown(shop: Shop): Promise<string[]> {
  const page = shownOf(await productPage(shop, defaultContext('en'), 'kb-part', {}))?.page
  return page?.variants.map(({ label }) => label) ?? []
}

test('the table has every choice with its price, stock and status, and exists for such products alone', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const table = await shown(shop, who)
  expect(Object.keys(table)).toEqual(['KB-US', 'KB-NORDIC', 'KB-DE'])
  expect(table['KB-US']).toMatchObject({
    label_en: 'US',
    label_sv: 'US sv',
    price_SEK: '549.00',
    stock: '20',
    status: 'published',
  })
  const page = await open(shop, who)
  // What is changed every day comes before what tells the choices apart.
  expect(page.columns.slice(0, 3).map(({ name }) => name)).toEqual(['status', 'price_SEK', 'stock'])
  expect([page.mayChange, page.rows.flatMap(({ fields }) => fields).some(({ isField }) => isField)]).toEqual([
    false,
    false,
  ])
  const other = await outcome(shop, who, productVariantsScreen, { params: { sku: 'FAN' } })
  expect([other.status, (await outcome(shop, who, productVariantsScreen, { params: { sku: "'x" } })).status]).toEqual([
    404, 404,
  ])
  expect((await contentOf(shop, who, productScreen, at)).variants).toBe(3)
})

test('rows are saved at once, each with its own entry in the log, and shoppers see them', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const typed = {
    'KB-US': { price_SEK: '600,50', stock: '7', numbers_ean: '7350000000015\n7350000000022', position: '9' },
    'KB-DE': { label_en: `German ${hostile}`, status: 'draft', numbers_maker: 'DE|1' },
  }
  expect(await act(shop, who, await tableOf(shop, who, typed))).toMatchObject({ status: 303 })
  const table = await shown(shop, who)
  expect(Object.keys(table)).toEqual(['KB-NORDIC', 'KB-DE', 'KB-US'])
  expect(table['KB-US']).toMatchObject({ ...typed['KB-US'], price_SEK: '600.50' })
  expect(table['KB-DE']).toMatchObject({ label_en: `German ${hostile}`, status: 'draft', numbers_maker: 'DE|1' })
  expect(await choicesShown(shop)).toEqual(['Nordic', 'US'])
  expect((await auditOf(shop.db, { kind: 'product', id: 'kb-us' }))[0]).toMatchObject({ operation: 'products.edit' })
  expect(await auditOf(shop.db, { kind: 'product', id: 'kb-nordic' })).toEqual([])
  expect((await act(shop, who, await tableOf(shop, who, {}))).status).toBe(422)
})

test('a row that is refused says why at its field, keeps what was typed and no other row', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const typed = {
    'KB-US': { price_SEK: 'a lot', label_sv: 'Amerikansk' },
    'KB-DE': { stock: '3' },
    'KB-NORDIC': { stock: '-1' },
  }
  const { status, content } = await act(shop, who, await tableOf(shop, who, typed))
  expect(status).toBe(200)
  expect(content?.results.map(({ sku, fault }) => [sku, fault === null])).toEqual([
    ['KB-US', false],
    ['KB-NORDIC', false],
    ['KB-DE', true],
  ])
  const faults = content?.rows.flatMap(({ sku, fields }) =>
    fields.flatMap(({ column, fault }) => (fault === null ? [] : [[sku, column]])),
  )
  expect(faults).toEqual([
    ['KB-US', 'price_SEK'],
    ['KB-NORDIC', 'stock'],
  ])
  expect(content?.typed).toMatchObject({ 'field:kb-us price_SEK': 'a lot', 'was:field:kb-us label_sv': 'US sv' })
  const table = await shown(shop, who)
  expect([table['KB-US']?.['label_sv'], table['KB-DE']?.['stock'], table['KB-NORDIC']?.['stock']]).toEqual([
    'US sv',
    '3',
    '0',
  ])
})

test('of two people in one table each keeps their rows, and a field that both changed is refused', async () => {
  await using shop = await fixtureShop()
  const [anna, bo] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const first = await tableOf(shop, anna, { 'KB-US': { stock: '1' }, 'KB-DE': { stock: '2' } })
  const second = await tableOf(shop, bo, { 'KB-US': { stock: '5', label_en: 'American' }, 'KB-NORDIC': { stock: '6' } })
  expect((await act(shop, anna, first)).status).toBe(303)
  const { content } = await act(shop, bo, second)
  expect(content?.results.map(({ sku, fault }) => [sku, fault])).toEqual([
    ['KB-US', expect.stringContaining('The owner')],
    ['KB-NORDIC', null],
  ])
  const table = await shown(shop, bo)
  expect(['KB-US', 'KB-DE', 'KB-NORDIC'].map((sku) => table[sku]?.['stock'])).toEqual(['1', '2', '6'])
  expect(table['KB-US']?.['label_en']).toBe('US')
})

test('a price needs its permission, and fields of other products are not written', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  const form = await tableOf(shop, owner, { 'KB-US': { price_SEK: '1.00', stock: '4' } })
  expect((await act(shop, editor, form)).status).toBe(303)
  expect((await shown(shop, owner))['KB-US']).toMatchObject({ price_SEK: '549.00', stock: '4' })
  const foreign = { action: 'save', 'field:fan stock': '1', 'was:field:fan stock': '20' }
  expect((await act(shop, owner, foreign)).status).toBe(422)
  const [fan] = await shop.db.selectFrom('stock').select('on_hand').where('product_id', '=', 'fan').execute()
  expect(fan?.on_hand).toBe(20)
})

test('new values make the choices that are missing as drafts, once, even for two people at once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const colours = { 'attribute:colour': 'Black' }
  expect((await open(shop, who)).options).toEqual([])
  const add = (values: string, attribute = 'colour') => act(shop, who, { action: 'add_values', attribute, values })
  const both = await Promise.all([add('black\nwhite\nblack\n'), add('black\nwhite')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(both.map(({ location }) => location).join()).toContain('made=2')
  const page = await open(shop, who)
  expect(page.options.map(({ id, values }) => [id, values])).toEqual([['colour', ['Black', 'white']]])
  const made = page.rows.filter(({ status }) => status === 'draft')
  expect(made.map(({ sku }) => sku)).toEqual(['KB-BLACK', 'KB-WHITE'])
  const black = Object.values(await shown(shop, who)).find((row) => row['attribute:colour'] === 'Black')
  expect(black).toMatchObject({
    ...colours,
    price_SEK: '549.00',
    stock: '0',
    label_en: 'Black',
    label_sv: 'Svart',
    numbers_ean: '',
  })
  expect(await choicesShown(shop)).toEqual(['US', 'Nordic', 'German'])
  // A second attribute stands beside every combination that there is.
  expect((await add('1.5\n2', 'length')).location).toContain('made=6')
  expect((await open(shop, who)).rows).toHaveLength(11)
  expect((await add('1.5', 'length')).fault).toContain('already')
  expect((await add('x'.repeat(251))).status).toBe(422)
  expect((await add('')).status).toBe(422)
  expect((await add('red', 'no-such')).status).toBe(422)
  const [entry] = await auditOf(shop.db, { kind: 'product', id: 'kb' })
  expect(entry).toMatchObject({ operation: 'products.add_variants', after: expect.stringContaining('KB-WHITE') })
  const tooMany = Array.from({ length: 250 }, (_, number) => `c${number}`).join('\n')
  expect((await add(tooMany)).fault).toContain('200')
  expect((await open(shop, who)).rows).toHaveLength(11)
})

test('one choice is added by its name, number and price; what is taken or missing is said at the field', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  const add = async (who: Browser, form: Form) => {
    const result = await visit(shop, who, productVariantsScreen, { ...at, form: { action: 'add', ...form } })
    if (result instanceof Response) return [result.status, '']
    if ('stepUp' in result.page) throw new Error('Asked for the factor.')
    return [result.status, Object.keys(result.page.values).find((name) => name.startsWith('fault:'))]
  }
  expect(await add(owner, { label_sv: 'Fransk', price: '649,50' })).toEqual([303, ''])
  expect(await add(owner, { label_en: 'French', sku: 'KB-US' })).toEqual([422, 'fault:sku'])
  expect(await add(owner, { label_en: 'French', price: '0' })).toEqual([422, 'fault:price'])
  expect(await add(owner, { sku: 'KB-9' })).toEqual([422, 'fault:label_sv'])
  expect(await add(editor, { label_en: 'French', price: '1' })).toEqual([422, undefined])
  expect(await add(editor, { label_en: '<b>French</b>', sku: 'KB-FR', 'value:colour': 'white' })).toEqual([303, ''])
  const table = await shown(shop, owner)
  expect(table['KB-FRANSK']).toMatchObject({ label_sv: 'Fransk', label_en: 'Fransk', price_SEK: '649.50', stock: '0' })
  expect(table['KB-FR']).toMatchObject({ label_en: '<b>French</b>', status: 'draft', price_SEK: '' })
  const [french] = await shop.db
    .selectFrom('products')
    .select(['parent_id', 'status'])
    .where('sku', '=', 'KB-FR')
    .execute()
  expect(french).toEqual({ parent_id: 'kb', status: 'draft' })
})

test('a product is published with its choices where none of them is published yet', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const onPage = async (action: string) =>
    (await outcome(shop, who, productScreen, { params: { sku: 'kb' }, form: { action } })).status
  const draftChoices = async () => (await contentOf(shop, who, productScreen, { params: { sku: 'kb' } })).draftChoices
  const kb = { action: 'archive', row: ['kb-us', 'kb-de'] }
  await act(shop, who, kb)
  await onPage('hide')
  expect(await draftChoices()).toBe(0)
  await onPage('publish')
  expect(await choicesShown(shop)).toEqual(['Nordic'])
  await onPage('hide')
  await act(shop, who, { ...kb, row: ['kb-nordic'] })
  expect(await draftChoices()).toBe(3)
  expect(await onPage('publish')).toBe(303)
  expect(await choicesShown(shop)).toEqual(['US', 'Nordic', 'German'])
  const logged = await shop.db
    .selectFrom('audit_log')
    .select('subject')
    .where('operation', '=', 'products.publish')
    .execute()
  expect(logged.slice(1).map(({ subject }) => subject)).toEqual(['KB-US', 'KB-NORDIC', 'KB-DE', 'KB'])
})

test('choices that are ticked are archived, published and deleted where nothing refers to them', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const choose = (action: string, row: readonly string[]) => act(shop, who, { action, row })
  expect((await choose('archive', [])).status).toBe(422)
  expect((await choose('archive', ['fan'])).status).toBe(422)
  expect((await choose('archive', ['kb-us', 'kb-de'])).status).toBe(303)
  expect(await choicesShown(shop)).toEqual(['Nordic'])
  expect((await choose('publish', ['kb-us'])).status).toBe(303)
  expect(await choicesShown(shop)).toEqual(['US', 'Nordic'])
  const listed = { related_id: 'kb-us', kind: 'accessory', position: 0, discount_percent: 0 } as const
  await shop.db
    .insertInto('product_relations')
    .values({ product_id: 'fan', ...listed })
    .execute()
  const { content } = await choose('remove', ['kb-us', 'kb-de'])
  expect(content?.results.map(({ sku, fault }) => [sku, fault === null])).toEqual([
    ['KB-US', false],
    ['KB-DE', true],
  ])
  expect((await open(shop, who)).rows.map(({ sku }) => sku)).toEqual(['KB-US', 'KB-NORDIC'])
})
