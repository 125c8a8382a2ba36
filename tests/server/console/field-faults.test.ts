import { expect, test } from 'vitest'
import { newAttributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { brandScreen, newBrandScreen } from '../../../src/server/console/brands/brand-page.ts'
import { newCampaignScreen } from '../../../src/server/console/campaigns/new-campaign-page.ts'
import { newDealScreen } from '../../../src/server/console/campaigns/new-deal-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { newCategoryScreen } from '../../../src/server/console/categories/new-category-page.ts'
import { couponScreen, newCouponScreen } from '../../../src/server/console/coupons/coupon-page.ts'
import { deviceScreen, newDeviceScreen } from '../../../src/server/console/devices/device-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { pictureScreen } from '../../../src/server/console/pictures/picture-page.ts'
import { newProductScreen } from '../../../src/server/console/products/make/new-product-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { synonymScreen } from '../../../src/server/console/search/synonym-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn, visit, type Browser, type Form } from './at-console.ts'
import { friday } from './campaign-screens.ts'
import { added, fileOf, photo, pictureOf } from './picture-screens.ts'

type Params = Record<string, string>

/** The fields of which a refused form says what is wrong, with that; `top` is what the page says. */
async function faultsOf<Content>(
  shop: Shop,
  who: Browser,
  screen: ConsoleScreenFunction<Content>,
  form: Form,
  params: Params = {},
) {
  const result = await visit(shop, who, screen, { params, form })
  if (result instanceof Response || 'stepUp' in result.page) throw new Error('The form was not refused.')
  const { values, fault: top } = result.page
  const faults = Object.entries(values).filter(([name]) => name.startsWith('fault:'))
  expect(faults.map(([, text]) => text)).toEqual(faults.map(() => top))
  return faults.map(([name]) => name.slice('fault:'.length)).join()
}

test('a category form shows faults of names, addresses and parent at their fields', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { version, fields } = await contentOf(shop, who, categoryScreen, { params: { id: 'batteries' } })
  const at = (form: Params) => faultsOf(shop, who, categoryScreen, { version, ...form }, { id: 'batteries' })
  const texts = { action: 'texts', ...fields }
  expect(await at({ ...texts, name_sv: '' })).toBe('name_sv')
  expect(await at({ ...texts, name_en: 'x'.repeat(255) })).toBe('name_en')
  expect(await at({ ...texts, slug_en: 'no such' })).toBe('slug_en')
  expect(await at({ ...texts, slug_sv: '../x' })).toBe('slug_sv')
  expect(await at({ action: 'move', parent: 'nowhere', after: '' })).toBe('parent')
  expect(await at({ action: 'links', uri: 'javascript:alert(1)', picture: '' })).toBe('uri')
  expect(await at({ action: 'links', uri: '', picture: 'NO-SUCH' })).toBe('picture')
  expect(await at({ action: 'merge', into: 'nowhere' })).toBe('into')
  const make = (form: Params) => faultsOf(shop, who, newCategoryScreen, { action: 'make', ...form })
  expect(await make({ name_sv: 'Ny', name_en: '' })).toBe('name_en')
  expect(await make({ parent: 'nowhere', name_sv: 'Ny', name_en: 'New' })).toBe('parent')
})

test('a campaign and a deal say it at their names, days, values and goods', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const none = { category: '', brand: '', from: '', to: '', status: '', stock: '', ending: 'ore' }
  const campaign = { action: 'make', ...none, name: 'Week', skus: 'FAN', how: 'percent', value: '20', ...friday }
  const at = (form: Params) => faultsOf(shop, who, newCampaignScreen, { ...campaign, ...form })
  expect(await at({ name: '' })).toBe('name')
  expect(await at({ value: 'much' })).toBe('value')
  expect(await at({ how: 'price', value: '0' })).toBe('value')
  expect(await at({ from: 'x' })).toBe('from')
  expect(await at({ to: 'x' })).toBe('to')
  expect(await at({ from: '9', to: '1' })).toBe('from')
  expect(await at({ skus: 'NO-SUCH\nNEITHER' })).toBe('skus')
  expect(await at({ category: 'nowhere' })).toBe('category')
  expect(await at({ brand: 'Nobody' })).toBe('brand')
  expect(await at({ start_day: '2020-01-01' })).toBe('start_day')
  expect(await at({ end_day: '2026-06-18' })).toBe('end_day')
  const deal = { action: 'make', sku: 'FAN', percent: '25', title_sv: 'Dagens', title_en: 'Deal', ...friday }
  const atDeal = (form: Params) => faultsOf(shop, who, newDealScreen, { ...deal, ...form })
  expect(await atDeal({ sku: 'NO-SUCH' })).toBe('sku')
  expect(await atDeal({ percent: '12,5' })).toBe('percent')
  expect(await atDeal({ title_en: '' })).toBe('title_en')
  expect(await atDeal({ end_day: '', end_time: '' })).toBe('end_day')
})

test('a coupon says it at its code, amounts, goods, people and days', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const coupon = { action: 'make', code: 'FIELDS', percent: '10' }
  const at = (form: Params) => faultsOf(shop, who, newCouponScreen, { ...coupon, ...form })
  expect(await at({ code: '!' })).toBe('code')
  expect(await at({ percent: 'abc' })).toBe('percent')
  expect(await at({ percent: '' })).toBe('percent')
  expect(await at({ 'amount:SEK': '-1' })).toBe('amount:SEK')
  expect(await at({ minimum: 'x' })).toBe('minimum')
  expect(await at({ limit: '0' })).toBe('limit')
  expect(await at({ person_limit: '1,5' })).toBe('person_limit')
  expect(await at({ excluded: 'no-such-group' })).toBe('excluded')
  expect(await at({ groups: Array.from({ length: 101 }, (_, index) => `g${index}`).join('\n') })).toBe('groups')
  expect(await at({ customer: 'nobody@example.com' })).toBe('customer')
  expect(await at({ organization: '0' })).toBe('organization')
  expect(await at({ from: '2026-07-02', until: '2026-07-01' })).toBe('until')
  expect((await visit(shop, who, newCouponScreen, { form: coupon })) instanceof Response).toBe(true)
  expect(await at({})).toBe('code')
  const change = { action: 'change', percent: '0' }
  expect(await faultsOf(shop, who, couponScreen, change, { code: 'FIELDS' })).toBe('percent')
})

test('brands, attributes, devices, synonyms and products say it at the field', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  expect(await faultsOf(shop, who, newBrandScreen, { action: 'make', name: '' })).toBe('name')
  expect(await faultsOf(shop, who, newBrandScreen, { action: 'make', name: 'Dell', slug: '' })).toBe('slug')
  const { version, fields } = await contentOf(shop, who, brandScreen, { params: { id: 'dell' } })
  const brand = { action: 'change', version, ...fields, slug: '!' }
  expect(await faultsOf(shop, who, brandScreen, brand, { id: 'dell' })).toBe('slug')
  const attribute = { action: 'make', name_sv: '', name_en: 'Width', unit: '', kind: 'text', id: '' }
  expect(await faultsOf(shop, who, newAttributeScreen, attribute)).toBe('name_sv')
  expect(await faultsOf(shop, who, newAttributeScreen, { ...attribute, id: '', name_en: '' })).toBe('name_sv')
  const taken = { ...attribute, name_sv: 'Färg', id: 'colour' }
  expect(await faultsOf(shop, who, newAttributeScreen, taken)).toBe('id')
  const device = { action: 'make', brand: 'Dell', series: '', model: '', type_numbers: '' }
  expect(await faultsOf(shop, who, newDeviceScreen, device)).toBe('model')
  const fits = { action: 'fit', skus: 'NO-SUCH' }
  expect(await faultsOf(shop, who, deviceScreen, fits, { id: 'xps-13' })).toBe('skus')
  const synonym = { action: 'save', version: '', phrase: '', words: 'x', query: '', language: 'sv', miss: '' }
  expect(await faultsOf(shop, who, synonymScreen, synonym)).toBe('phrase')
  const product = { action: 'make', from: '', sku: 'FAN', name_sv: 'F', name_en: 'F', price: '', type: 'standard' }
  expect(await faultsOf(shop, who, newProductScreen, product)).toBe('sku')
  expect(await faultsOf(shop, who, newProductScreen, { ...product, sku: 'F9', price: '-1' })).toBe('price')
  const { sections } = await contentOf(shop, who, productScreen, { params: { sku: 'FAN' } })
  const shown = sections.flatMap((section) => section.fields).find(({ name }) => name === 'field:weight_grams')
  const weight = { action: 'details', 'field:weight_grams': 'x', 'was:field:weight_grams': shown?.value ?? '' }
  expect(await faultsOf(shop, who, productScreen, weight, { sku: 'FAN' })).toBe('field:weight_grams')
})

test('a picture says it at its name and its file', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { id } = await added(shop, who, await photo('front.jpg', '#00a', 80, 60))
  const { name, alts, version } = await pictureOf(shop, who, id)
  const typed = { name: '', alt_sv: alts.sv, alt_en: alts.en, 'was:name': name }
  expect(await faultsOf(shop, who, pictureScreen, { action: 'save', ...typed }, { id })).toBe('name')
  const replace = { action: 'replace', version: String(version), file: fileOf('no picture', 'new.jpg') }
  expect(await faultsOf(shop, who, pictureScreen, replace, { id })).toBe('file')
})

test('what somebody sends as a fault is not shown, and one that is about no field stays at the top', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const form = { action: 'make', name: '', 'fault:name': '<b>own</b>', 'fault:slug': 'own' }
  expect(await faultsOf(shop, who, newBrandScreen, form)).toBe('name')
  expect(await faultsOf(shop, who, brandScreen, { action: 'remove' }, { id: 'dell' })).toBe('')
})
