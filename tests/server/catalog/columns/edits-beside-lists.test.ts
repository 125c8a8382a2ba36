import { expect, test } from 'vitest'
import { changeCategory } from '../../../../src/server/catalog/arrange/change-category.ts'
import { makeCategory } from '../../../../src/server/catalog/arrange/make-category.ts'
import { attributeById } from '../../../../src/server/catalog/attributes/attribute-queries.ts'
import {
  changeAttribute,
  makeAttribute,
  placeAttribute,
  removeAttribute,
  type AttributeChange,
} from '../../../../src/server/catalog/attributes/edit-attribute.ts'
import { changeBrand, makeBrand, removeBrand } from '../../../../src/server/catalog/brands/edit-brand.ts'
import { changeDevice, makeDevice, removeDevice } from '../../../../src/server/catalog/device-edits/edit-device.ts'
import {
  setCategoryFacts,
  setDecoration,
  setMenu,
} from '../../../../src/server/catalog/maintenance/catalog-settings.ts'
import { changeTag, makeTag, removeTag } from '../../../../src/server/catalog/tags/edit-tag.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'

const both = (name: string) => {
  const words = { name, slug: '', description: '', pageTitle: '', metaDescription: '' }
  return { en: words, sv: words }
}
const brand = (name: string) => ({
  name,
  slug: 'acme',
  maker: '',
  eu_contact: '',
  description_en: '',
  description_sv: '',
})
const device = (model: string) => ({ brand: 'Acme', series: '', model, typeNumbers: '' })
const tag = (name: string) => ({
  en: { name, slug: 'tag', description: '' },
  sv: { name, slug: 'tagg', description: '' },
})
const attribute = { name: { en: 'Plug', sv: 'Kontakt' }, unit: '', isFacet: true, kind: 'text' as const }

async function colourAs(shop: Shop, change: Partial<AttributeChange>, label?: string): Promise<void> {
  const stored = await attributeById(shop.db, 'colour')
  if (!stored) throw new Error('colour')
  const labels = new Map(stored.labels)
  if (label !== undefined) labels.set('black', { en: label, sv: label })
  const { name, unit, kind } = stored
  await changeAttribute(shop, 'colour', { name, unit, kind, isFacet: true, labels, isUnitSure: false, ...change })
}

const settings = (shop: Shop, name: string, value: string | boolean) =>
  changeSettings(shop.db, [[name, value]], { by: 'operator:test', now: shop.now() })

/** In a shop of a million products reading all of them again takes a processor 20 s. */
const edits: Record<string, (shop: Shop) => Promise<unknown>> = {
  'a brand is made': (shop) => makeBrand(shop, 'acme', brand('Acme')),
  'it is renamed': (shop) => changeBrand(shop, 'acme', brand('Acme Parts')),
  'it is deleted': (shop) => removeBrand(shop, 'acme'),
  'a device is made': (shop) => makeDevice(shop, 'acme-1', device('One')),
  'it is changed': (shop) => changeDevice(shop, 'acme-1', device('Uno')),
  'it is deleted, too': (shop) => removeDevice(shop, 'acme-1'),
  'a tag is made': (shop) => makeTag(shop, 'tag', tag('Tag')),
  'a tag is renamed': (shop) => changeTag(shop, 'tag', tag('Label')),
  'a tag is deleted': (shop) => removeTag(shop, 'tag'),
  'an attribute is made': (shop) => makeAttribute(shop, 'plug', attribute),
  'an attribute gets another place': (shop) => placeAttribute(shop, 'plug', 0),
  'an attribute is deleted': (shop) => removeAttribute(shop, 'plug'),
  'a value is called otherwise': (shop) => colourAs(shop, {}, 'Ebony'),
  'a category is made': (shop) => makeCategory(shop, { parentId: 'laptop', words: both('Hinges') }),
  'a category is renamed': (shop) => changeCategory(shop, 'laptop', { words: both('Portables') }),
  'the menu is chosen': (shop) => setMenu(shop, ['laptop']),
  'the facts on cards are chosen': (shop) => setCategoryFacts(shop, 'laptop', ['colour']),
  'the company has another number': (shop) => settings(shop, 'company.phone', '08-123 45 67'),
}

test('what staff edit beside products does not make lists read all of them again', async () => {
  await using shop = await fixtureShop()
  const before = await shop.catalogIndex.columns()
  for (const [what, edit] of Object.entries(edits)) {
    await shop.db.deleteFrom('invalidations').where('tag', 'like', 'catalog%').execute()
    await edit(shop)
    expect(await shop.catalogIndex.columns(), what).toBe(before)
    const tags = await shop.db.selectFrom('invalidations').select('tag').where('tag', 'like', 'catalog%').execute()
    expect(tags, what).toContainEqual({ tag: 'catalog:pages' })
  }
})

test('the text on a card is read of this product alone', async () => {
  await using shop = await fixtureShop()
  const before = await shop.catalogIndex.columns()
  const { sku } = await shop.db
    .selectFrom('products')
    .select('sku')
    .where('type', '=', 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  await setDecoration(shop, sku, '<strong>Back in stock</strong>')
  expect(await shop.catalogIndex.columns()).toBe(before)
  expect(before.changes.newest).toBe(1)
})

test('whether lists are filtered by an attribute, and whether gift cards are sold, is read again', async () => {
  await using shop = await fixtureShop()
  const before = await shop.catalogIndex.columns()
  await colourAs(shop, { isFacet: false })
  const after = await shop.catalogIndex.columns()
  expect(after).not.toBe(before)
  expect(after.terms.ofFacet('colour').size).toBe(0)
  await settings(shop, 'features.giftCards', false)
  expect(await shop.catalogIndex.columns()).not.toBe(after)
})

test('a list by an attribute follows what its values are called', async () => {
  await using shop = await fixtureShop()
  const rankOfBlack = async () => {
    const columns = await shop.catalogIndex.columns()
    const { smallest } = await shop.catalogIndex.orders.ranks('colour', 'en', columns)
    const [seq = -1] = columns.withTerm(columns.terms.find('colour', 'black') ?? -1)
    return smallest[seq]
  }
  const before = await rankOfBlack()
  await colourAs(shop, {}, 'Zzz')
  expect(await rankOfBlack()).toBeGreaterThan(before ?? 0)
})
