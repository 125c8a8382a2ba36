import { expect, test } from 'vitest'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { runScreen } from '../../../src/server/console/runs/run-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

/** The article numbers of a list, on all of its pages. */
async function listed(shop: Shop, who: Browser, query: Record<string, string> = {}): Promise<string[]> {
  const { rows, next } = await contentOf(shop, who, productsScreen, { query })
  const skus = rows.map(({ id }) => id)
  if (next === null) return skus
  return [...skus, ...(await listed(shop, who, Object.fromEntries(new URLSearchParams(next))))]
}

const productOf = (shop: Shop, sku: string) =>
  shop.db
    .selectFrom('products as p')
    .innerJoin('stock as s', 's.product_id', 'p.id')
    .leftJoin('prices as r', (join) => join.onRef('r.product_id', '=', 'p.id').on('r.min_quantity', '=', 1))
    .select(['p.id', 'p.status', 's.on_hand', 'r.amount'])
    .where('p.sku', '=', sku)
    .where((on) => on.or([on('r.currency', '=', 'SEK'), on('r.currency', 'is', null)]))
    .executeTakeFirstOrThrow()

/** A product with a price and stock of its own, and what its row says of it. */
async function firstRow(shop: Shop, who: Browser) {
  const page = await contentOf(shop, who, productsScreen)
  const row = page.rows.find(({ cells }) => cells['price']?.field?.value && cells['stock']?.field)
  if (!row) throw new Error('No row has fields.')
  return { sku: row.id, was: new Map(page.was).get(row.id) ?? '' }
}

async function save(shop: Shop, who: Browser, form: Form) {
  const { status, content, fault } = await outcome(shop, who, productsScreen, { form: { action: 'save', ...form } })
  return { status, fault, results: content?.results.map((row) => [row.sku, row.fault === null]) }
}

test('products are found by number, name, brand, category and what they lack', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const all = await listed(shop, who)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(50)
  expect(await listed(shop, who, { sort: '-sku' })).toEqual(all.toReversed())
  const [sku = ''] = all
  expect(await listed(shop, who, { q: sku })).toContain(sku)
  const { slug } = await shop.db.selectFrom('product_texts').select('slug').limit(1).executeTakeFirstOrThrow()
  expect(await listed(shop, who, { q: slug })).not.toEqual([])
  expect(await listed(shop, who, { q: "no'such%part" })).toEqual([])
  // Words of a name in any order; a word that no product has finds nothing at all.
  const fan = await shop.db
    .selectFrom('product_texts as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select('t.name')
    .where('p.sku', '=', 'FAN')
    .where('t.language', '=', 'en')
    .executeTakeFirstOrThrow()
  const words = fan.name.split(' ').toReversed().join(' ')
  expect([words, await listed(shop, who, { q: words })]).toEqual([expect.not.stringMatching(fan.name), ['FAN']])
  expect(await listed(shop, who, { q: words, status: 'draft' })).toEqual([])
  expect(await listed(shop, who, { q: `${words} qqzzxx` })).toEqual([])
  const drafts = await listed(shop, who, { status: 'draft' })
  const published = await listed(shop, who, { status: 'published' })
  expect([...drafts, ...published].toSorted()).toEqual(all.toSorted())
  const [inStock, out] = [await listed(shop, who, { stock: 'in' }), await listed(shop, who, { stock: 'out' })]
  expect([...inStock, ...out].toSorted()).toEqual(all.toSorted())
  expect(await listed(shop, who, { missing: 'picture', sort: '-updated' })).not.toEqual([])
  expect(await listed(shop, who, { category: 'nowhere' })).toEqual([])
  const { category } = await shop.db
    .selectFrom('category_products')
    .select('category_id as category')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { name } = await shop.db
    .selectFrom('category_texts')
    .select('name')
    .where('category_id', '=', category)
    .executeTakeFirstOrThrow()
  expect(await listed(shop, who, { category: name.toUpperCase() })).not.toEqual([])
  expect(await listed(shop, who, { brand: 'nobody' })).toEqual([])
})

test('price, stock and status are changed in the list, logged and shown to shoppers', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { sku, was } = await firstRow(shop, who)
  const fields = { [`price:${sku}`]: '1 234,50', [`stock:${sku}`]: '7', [`status:${sku}`]: 'draft' }
  expect((await save(shop, who, { ...fields, [`was:${sku}`]: was })).results).toEqual([[sku, true]])
  const after = await productOf(shop, sku)
  expect([after.amount, after.on_hand, after.status]).toEqual([123_450, 7, 'draft'])
  const [entry] = await auditOf(shop.db, { kind: 'product', id: after.id })
  expect(entry?.operation).toBe('products.save')
  const tags = await shop.db
    .selectFrom('invalidations')
    .select('tag')
    .where('tag', '=', `product:${after.id}`)
    .execute()
  expect(tags).not.toEqual([])
  expect(await listed(shop, who, { status: 'draft' })).toContain(sku)
  const history = await shop.db.selectFrom('price_history').selectAll().where('product_id', '=', after.id).execute()
  expect(history).not.toEqual([])
})

test('a field that somebody else has changed is refused; their other fields stay', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const { sku, was } = await firstRow(shop, one)
  expect((await save(shop, one, { [`price:${sku}`]: '500', [`was:${sku}`]: was })).results).toEqual([[sku, true]])
  expect((await save(shop, other, { [`price:${sku}`]: '600', [`was:${sku}`]: was })).results).toEqual([[sku, false]])
  expect((await save(shop, other, { [`stock:${sku}`]: '3', [`was:${sku}`]: was })).results).toEqual([[sku, true]])
  const { amount, on_hand: onHand } = await productOf(shop, sku)
  expect([amount, onHand]).toEqual([50_000, 3])
})

test('units with a sign are added to those that were shown, once, and never below none', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { sku, was } = await firstRow(shop, who)
  const before = (await productOf(shop, sku)).on_hand ?? 0
  const add = (stock: string, shown = was) => save(shop, who, { [`stock:${sku}`]: stock, [`was:${sku}`]: shown })
  for (const wrong of [`-${before + 1}`, '+', '++1', '1+1', '+1000001'])
    expect((await add(wrong)).results).toEqual([[sku, false]])
  expect((await add('+20')).results).toEqual([[sku, true]])
  // Sent twice, it counts from a number that is not there any more.
  expect((await add('+20')).results).toEqual([[sku, false]])
  expect((await add('-3', (await firstRow(shop, who)).was)).results).toEqual([[sku, true]])
  expect((await productOf(shop, sku)).on_hand).toBe(before + 17)
})

test('of two people who save one field at once, one is refused', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const { sku, was } = await firstRow(shop, one)
  const saved = await Promise.all([
    save(shop, one, { [`stock:${sku}`]: '11', [`was:${sku}`]: was }),
    save(shop, other, { [`stock:${sku}`]: '12', [`was:${sku}`]: was }),
  ])
  expect(saved.map(({ results }) => results?.[0]?.[1]).toSorted()).toEqual([false, true])
})

test('what is no price, stock or status is refused, and prices need their permission', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { sku, was } = await firstRow(shop, who)
  const before = await productOf(shop, sku)
  for (const [field, value] of [
    ['price', '0'],
    ['price', '-5'],
    ['price', ''],
    ['price', '1e9'],
    ['stock', '-1000000'],
    ['stock', '1.5'],
    ['stock', '99999999'],
    ['status', 'archived'],
  ] as const)
    expect((await save(shop, who, { [`${field}:${sku}`]: value, [`was:${sku}`]: was })).results).toEqual([[sku, false]])
  const beyond = { action: 'save', [`stock:${sku}`]: '-1000000', [`was:${sku}`]: was }
  const { content } = await outcome(shop, who, productsScreen, { form: beyond })
  expect(content?.results.map(({ fault }) => fault)).toEqual(['More than there is in stock.'])
  expect((await save(shop, who, { [`price:${sku}`]: '5', [`was:${sku}`]: '{"x":1}' })).status).toBe(422)
  const unknown = { 'price:nothing': '5', 'was:nothing': was }
  expect((await save(shop, who, unknown)).results).toEqual([['nothing', false]])
  const editor = await signedIn(shop, 'editor')
  expect((await save(shop, editor, { [`price:${sku}`]: '5', [`was:${sku}`]: was })).results).toEqual([[sku, false]])
  expect(await productOf(shop, sku)).toEqual(before)
})

test('prices without fields have the decimal mark of their reader, and a point in files', async () => {
  await using shop = await fixtureShop()
  const pricesOf = async (language: 'sv' | 'en') => {
    const who = await signedIn(shop, 'seller')
    await shop.db.updateTable('staff').set({ language }).execute()
    const { rows } = await contentOf(shop, who, productsScreen)
    return rows.map(({ cells }) => cells['price']).filter((cell) => cell && cell.text !== '–')
  }
  const [swedish, english] = [await pricesOf('sv'), await pricesOf('en')]
  expect(swedish.length).toBeGreaterThan(5)
  for (const cell of swedish) expect(cell?.text).toMatch(/^\d+,\d\d$/)
  for (const cell of english) expect(cell?.text).toMatch(/^\d+\.\d\d$/)
  expect(swedish.map((cell) => cell?.inFile)).toEqual(english.map((cell) => cell?.text))
})

test('many products are hidden and published in one run', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const rows = (await listed(shop, who, { status: 'published' })).slice(0, 2)
  const { bulk } = await contentOf(shop, who, productsScreen)
  const run = async (action: string, key: string) => {
    const { location } = await outcome(shop, who, productsScreen, { form: { action, key, row: rows } })
    const id = decodeURIComponent(/runs\/([^?]+)/.exec(location ?? '')?.[1] ?? '')
    return contentOf(shop, who, runScreen, { params: { id } })
  }
  const hidden = await run('hide', bulk?.key ?? '')
  expect(hidden).toMatchObject({ area: 'products', counts: { waiting: 0, done: 2, refused: 0 } })
  expect(hidden.rows[0]?.address).toBe(`/console/products/${rows[0]}`)
  expect(await listed(shop, who, { status: 'draft' })).toEqual(expect.arrayContaining(rows))
  expect((await run('publish', `${bulk?.key}-again`)).counts.done).toBe(2)
  expect(await listed(shop, who, { status: 'published' })).toEqual(expect.arrayContaining(rows))
})

test('many products and their choices get a VAT class in one run, which their history takes back', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const classes = async () =>
    new Map(
      (await shop.db.selectFrom('products').select(['sku', 'vat_class']).execute()).map((row) => [
        row.sku,
        row.vat_class,
      ]),
    )
  const choice = await shop.db
    .selectFrom('products as c')
    .innerJoin('products as p', 'p.id', 'c.parent_id')
    .select(['p.sku as parent', 'c.sku'])
    .executeTakeFirstOrThrow()
  const { bulk } = await contentOf(shop, who, productsScreen)
  expect(bulk?.vatClasses).toEqual(['reduced', 'standard'])
  const sent = (form: Form, key = bulk?.key ?? '') =>
    outcome(shop, who, productsScreen, { form: { action: 'vat', key, ...form } })
  const before = await classes()
  for (const wrong of ['', 'voucher', 'REDUCED', "x'--"])
    expect((await sent({ row: ['FAN'], vat_class: wrong })).fault).toBe('Choose a VAT class.')
  expect(await classes()).toEqual(before)
  const { location } = await sent({ row: ['FAN', choice.parent, 'GIFT'], vat_class: 'reduced' })
  const id = decodeURIComponent(/runs\/([^?]+)/.exec(location ?? '')?.[1] ?? '')
  const run = await contentOf(shop, who, runScreen, { params: { id } })
  expect(run.counts).toMatchObject({ waiting: 0, refused: 1 })
  expect(run.rows.find(({ state }) => state === 'refused')).toMatchObject({
    label: 'GIFT',
    fault: 'A gift card has no VAT class: VAT is due on what is bought with it.',
  })
  expect(run.again).toMatchObject({ action: 'vat', reason: 'reduced', rows: ['GIFT'] })
  const after = await classes()
  for (const sku of ['FAN', choice.parent, choice.sku]) expect(after.get(sku)).toBe('reduced')
  expect(after.get('GIFT')).toBe(before.get('GIFT'))
  const { id: fan } = await productOf(shop, 'FAN')
  const [entry] = await auditOf(shop.db, { kind: 'product', id: fan }, 5)
  expect(entry?.operation).toBe('products.vat')
  expect([entry?.before, entry?.after]).toEqual(['{"vat_class":"standard"}', '{"vat_class":"reduced"}'])
  await outcome(shop, who, productScreen, { params: { sku: 'FAN' }, form: { action: 'undo', entry: entry?.id ?? '' } })
  expect((await classes()).get('FAN')).toBe('standard')
})

test('products are found by their VAT class', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const by = (vatClass: string) => listed(shop, who, { vat_class: vatClass })
  for (const [stored, shown] of [
    ['standard', 'standard'],
    ['reduced', 'reduced'],
    ['books', 'other'],
  ] as const) {
    await shop.db.updateTable('products').set({ vat_class: stored }).where('sku', '=', 'FAN').execute()
    for (const each of ['standard', 'reduced', 'other'])
      expect([each, (await by(each)).includes('FAN')]).toEqual([each, each === shown])
  }
})

test('a VAT class for every product that matches is asked about first, and keeps the class', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const query = { q: 'FAN' }
  const count = (await listed(shop, who, query)).length
  const form = { action: 'vat', key: 'a-key-of-twenty-letters', all: String(count), vat_class: 'reduced' }
  const { content } = await outcome(shop, who, productsScreen, { query, form })
  expect(content?.question).toMatchObject({ action: 'vat', label: 'Set VAT class', count, reason: 'reduced' })
  const sure = { ...form, vat_class: '', reason: content?.question?.reason ?? '', sure: 'yes' }
  expect((await outcome(shop, who, productsScreen, { query, form: sure })).location).toContain('/console/runs/')
  const fan = shop.db.selectFrom('products').select('vat_class').where('sku', '=', 'FAN')
  expect(await fan.executeTakeFirstOrThrow()).toEqual({ vat_class: 'reduced' })
})
