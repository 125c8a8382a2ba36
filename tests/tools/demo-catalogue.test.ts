import { describe, expect, test } from 'vitest'
import { languages } from '../../src/domain/places/locales.ts'
import { fitAttributes } from '../../src/tools/demo/catalogue/category-facts.ts'
import { categories } from '../../src/tools/demo/catalogue/category-tree.ts'
import { demoCatalogue } from '../../src/tools/demo/catalogue/demo-catalogue.ts'
import { devices } from '../../src/tools/demo/devices/devices.ts'
import { brands } from '../../src/tools/demo/makers.ts'
import { attributes } from '../../src/tools/demo/parts/attributes.ts'
import { demoNow as now, fullDemo as full } from '../support/full-demo.ts'

const listed = full.records.filter((record) => record.parent_id === null)
const sizes = [
  ['full', full],
  ['small', demoCatalogue('small', now)],
] as const

function distinct(values: readonly unknown[]): number {
  return new Set(values).size
}

describe('the demo catalogue', () => {
  test('is the same in every seeding', () => {
    expect(demoCatalogue('full', now)).toEqual(full)
  })

  test('is as large as promised', () => {
    expect(listed.length).toBeGreaterThanOrEqual(2_000)
    expect(categories.length).toBeGreaterThanOrEqual(60)
    expect(Math.max(...categories.map(({ path }) => path.en.split('/').length))).toBe(3)
    expect(brands.length).toBeGreaterThanOrEqual(20)
    expect(devices.length).toBeGreaterThanOrEqual(150)
    expect(distinct(devices.map(({ slug }) => slug))).toBe(devices.length)
  })

  test('has every product type, and variants with their own prices', () => {
    const ofType = (type: number) => listed.filter((record) => record.type === type)
    expect(ofType(2).length).toBeGreaterThanOrEqual(40)
    expect(ofType(3).length).toBeGreaterThanOrEqual(25)
    expect(ofType(4).length).toBeGreaterThanOrEqual(3)
    for (const parent of ofType(2)) {
      const choices = full.records.filter((record) => record.parent_id === parent.id)
      expect(choices.length).toBeGreaterThanOrEqual(2)
      expect(
        choices.every((choice) => choice.prices.length > 0 && choice.stock !== null && choice.texts.sv.label !== ''),
      ).toBe(true)
    }
  })

  test('has everything a shopper may meet: sold out, ordered, few left, no price, tiers, packs, subscriptions', () => {
    expect(listed.some(({ stock }) => stock?.on_hand === 0 && stock.incoming_at === null)).toBe(true)
    expect(listed.some(({ stock }) => stock?.on_hand === 0 && stock.incoming_at !== null)).toBe(true)
    expect(listed.some(({ stock }) => stock !== null && stock.on_hand > 0 && stock.on_hand <= 5)).toBe(true)
    expect(listed.some(({ type, prices }) => type === 1 && prices.length === 0)).toBe(true)
    expect(listed.filter(({ prices }) => prices.some((price) => price.min_quantity === 50)).length).toBeGreaterThan(
      listed.length / 4,
    )
    expect(listed.some(({ group_size: size }) => size === 10)).toBe(true)
    expect(listed.some(({ subscription_days: days }) => days.length === 3)).toBe(true)
    expect(listed.some(({ prices }) => prices.some((price) => price.currency === 'EUR'))).toBe(true)
    for (const kind of ['accessory', 'bundle', 'alternative'])
      expect(listed.some(({ relations }) => relations.some((relation) => relation.kind === kind))).toBe(true)
  })

  test('shows no category without parts', () => {
    const filled = new Set(listed.flatMap((record) => record.category_ids))
    const isFilled = (id: string): boolean =>
      filled.has(id) || categories.some((each) => each.parentId === id && isFilled(each.id))
    expect(categories.filter(({ id }) => !isFilled(id)).map(({ id }) => id)).toEqual([])
  })
})

describe.each(sizes)('the %s catalogue', (_, { records }) => {
  test('has texts in both languages, and not the same', () => {
    for (const { texts } of records) {
      expect(texts.en.name).not.toBe(texts.sv.name)
      for (const language of languages) {
        expect(texts[language].name.length).toBeGreaterThan(5)
        expect(texts[language].name.length).toBeLessThanOrEqual(80)
        expect(texts[language].description.split(/[.?!] /).length).toBeGreaterThanOrEqual(2)
        expect(texts[language].name + texts[language].description).not.toMatch(/[{}]|undefined|NaN/)
      }
      expect(`${texts.en.name} ${texts.en.description}`).not.toMatch(/\ba (?:8|11|18)\b|\d %/i)
      expect(texts.sv.name).not.toMatch(/SSD-disk/)
    }
  })

  test('has unique slugs, article numbers and ids', () => {
    for (const language of languages)
      expect(distinct(records.map(({ texts }) => texts[language].slug))).toBe(records.length)
    expect(distinct(records.map(({ sku }) => sku))).toBe(records.length)
    expect(distinct(records.map(({ id }) => id))).toBe(records.length)
  })

  test('finds alternatives by attributes that lists are filtered by, in categories that exist', () => {
    for (const { category_id, attribute_id } of fitAttributes) {
      expect(attributes[attribute_id].facet, attribute_id).toBe(true)
      expect(categories.map(({ id }) => id)).toContain(category_id)
    }
  })

  test('has no dangling references', () => {
    const ids = new Set(records.map(({ id }) => id))
    const known = {
      categories: new Set(categories.map(({ id }) => id)),
      brands: new Set<string | null>(brands.map(({ id }) => id)),
      devices: new Set(devices.map(({ id }) => id)),
    }
    for (const record of records) {
      expect(record.category_ids.every((id) => known.categories.has(id))).toBe(true)
      expect(record.device_ids.every((id) => known.devices.has(id))).toBe(true)
      expect(known.brands.has(record.brand_id)).toBe(true)
      expect(
        [...record.relations.map((each) => each.related_id), ...record.set_items.map((each) => each.product_id)].every(
          (id) => ids.has(id),
        ),
      ).toBe(true)
      expect(record.attributes.every((each) => Object.hasOwn(attributes, each.attribute_id))).toBe(true)
      expect(record.parent_id === null || ids.has(record.parent_id)).toBe(true)
    }
  })
})
