import { expect, test } from 'vitest'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { ratesScreen } from '../../../src/server/console/rates/rates-page.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

/** Somebody who reads Swedish, as the fields of these tests are written. */
async function swede(shop: Shop): Promise<Browser> {
  const who = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  return who
}

const entries = async (shop: Shop) => (await shop.db.selectFrom('audit_log').select('operation').execute()).length

async function fieldsOf(shop: Shop, who: Browser, sku: string): Promise<Record<string, string>> {
  const { sections } = await contentOf(shop, who, productScreen, { params: { sku } })
  return Object.fromEntries(sections.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])))
}

test('the page of a product shows numbers with a comma in Swedish, and takes them back with either mark', async () => {
  await using shop = await fixtureShop()
  const who = await swede(shop)
  const { id, sku } = await shop.db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('id', '=', 'fan')
    .executeTakeFirstOrThrow()
  const { id: attribute } = await shop.db.selectFrom('attributes').select('id').limit(1).executeTakeFirstOrThrow()
  await shop.db.updateTable('attributes').set({ kind: 'number' }).where('id', '=', attribute).execute()
  const ofFan = { product_id: id, attribute_id: attribute, value: '0.48', position: 0 }
  await shop.db.insertInto('product_attributes').values(ofFan).execute()
  const [price, number] = ['field:price_SEK', `field:attribute:${attribute}`]
  const save = (action: string, typed: Record<string, string>, shown: Record<string, string>) => {
    const was = Object.fromEntries(Object.keys(typed).map((name) => [`was:${name}`, shown[name] ?? '']))
    return outcome(shop, who, productScreen, { params: { sku }, form: { action, ...typed, ...was } })
  }
  const shown = await fieldsOf(shop, who, sku)
  expect(shown[number]).toBe('0,48')
  const before = await entries(shop)
  expect((await save('attributes', { [number]: '0,48' }, shown)).status).toBe(303)
  expect(await entries(shop)).toBe(before)
  for (const [text, seen] of [
    ['1234,50', '1234,50'],
    ['99.90', '99,90'],
  ] as const) {
    expect((await save('prices', { [price]: text }, await fieldsOf(shop, who, sku))).status).toBe(303)
    expect((await fieldsOf(shop, who, sku))[price]).toBe(seen)
  }
  expect((await save('attributes', { [number]: '0,75' }, shown)).status).toBe(303)
  expect((await fieldsOf(shop, who, sku))[number]).toBe('0,75')
  const { value } = await shop.db
    .selectFrom('product_attributes')
    .select('value')
    .where('product_id', '=', id)
    .where('attribute_id', '=', attribute)
    .executeTakeFirstOrThrow()
  expect(value).toBe('0.75')
  // Somebody else has changed it since: what was typed is not written over theirs.
  expect((await save('attributes', { [number]: '0,9' }, shown)).status).toBe(422)
  expect((await fieldsOf(shop, who, sku))[number]).toBe('0,75')
})

test('the list of products shows a comma in Swedish, and a price that stays as shown changes nothing', async () => {
  await using shop = await fixtureShop()
  const who = await swede(shop)
  const { rows, was } = await contentOf(shop, who, productsScreen)
  const [shown] = rows.flatMap(({ id, cells: { price } }) =>
    price?.field?.value ? [{ id, ...price, ...price.field }] : [],
  )
  if (!shown) throw new Error('No price can be changed.')
  expect(shown.value).toMatch(/^\d+,\d\d$/)
  // Files have the text of the cell.
  expect(shown.text).toBe(shown.value.replace(',', '.'))
  const save = (price: string) => {
    const form = { action: 'save', [`was:${shown.id}`]: new Map(was).get(shown.id) ?? '', [`price:${shown.id}`]: price }
    return outcome(shop, who, productsScreen, { form })
  }
  expect((await save(shown.value)).fault).toContain('Inget')
  expect((await save('77,50')).content?.results).toEqual([{ sku: shown.id, fault: null }])
})

test('rates show a comma in Swedish, and one that stays as shown changes nothing', async () => {
  await using shop = await fixtureShop()
  const who = await swede(shop)
  const euro = (await contentOf(shop, who, ratesScreen)).rates.find(({ currency }) => currency === 'EUR')?.price
  expect(euro).toBe('11,364')
  const rate = { action: 'save', 'rate:EUR': '11,364', 'was:rate:EUR': '11,364' }
  expect((await outcome(shop, who, ratesScreen, { form: rate })).fault).toContain('Inget')
  expect((await outcome(shop, who, ratesScreen, { form: { ...rate, 'rate:EUR': '11,5' } })).fault).toBeNull()
})

test('settings show a comma in Swedish, and take it back', async () => {
  await using shop = await fixtureShop()
  const who = await swede(shop)
  const params = { group: 'delivery' }
  const pageOf = () => contentOf(shop, who, settingScreen, { params })
  const page = await pageOf()
  const name = page.sections.flatMap(({ fields }) => fields).find((field) => field.name.endsWith('.price'))?.name ?? ''
  const shownPrice = async () =>
    (await pageOf()).sections.flatMap(({ fields }) => fields).find((field) => field.name === name)?.value
  const setting = { action: 'save', since: String(page.since), revision: '', [`set:${name}`]: '49,50' }
  expect((await outcome(shop, who, settingScreen, { params, form: setting })).status).toBe(303)
  expect(await shownPrice()).toBe('49,50')
})
