import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'

type Part = {
  id: string
  en: string
  sv: string
  category?: string
  brand?: string
  popularity?: number
  parent?: string
  sku: string
  numbers?: string[]
  replaces?: string[]
  devices?: string[]
  colour?: string
  status?: 'draft'
  label?: string
}

const parts: Part[] = [
  {
    id: 'dell-battery',
    en: 'Dell Latitude 5480 laptop battery 68 Wh',
    sv: 'Laptopbatteri till Dell Latitude 5480 68 Wh',
    category: 'batteries',
    brand: 'dell',
    sku: 'BAT-1001',
    numbers: ['451-BBZG', 'GJKNX'],
    replaces: ['0DJW6G'],
    devices: ['latitude'],
    popularity: 40,
  },
  {
    id: 'lenovo-battery',
    en: 'Lenovo battery ThinkPad T480',
    sv: 'Batteri Lenovo ThinkPad T480',
    category: 'batteries',
    brand: 'lenovo',
    sku: 'BAT-1002',
    numbers: ['01AV489'],
    devices: ['t480'],
    popularity: 90,
  },
  {
    id: 'lenovo-battery-slow',
    en: 'Lenovo battery ThinkPad T480',
    sv: 'Batteri Lenovo ThinkPad T480',
    category: 'batteries',
    brand: 'lenovo',
    sku: 'BAT-1003',
    popularity: 2,
  },
  {
    id: 'keyboard',
    en: 'Keyboard with backlight',
    sv: 'Laptoptangentbord med belysning',
    category: 'keyboards',
    brand: 'lenovo',
    sku: 'KEY-2001',
    numbers: ['01YP360'],
    devices: ['t480'],
    colour: 'black',
  },
  {
    id: 'keyboard-us',
    en: 'Keyboard with backlight',
    sv: 'Laptoptangentbord',
    label: 'US layout',
    parent: 'keyboard',
    sku: 'KEY-2001-US',
    numbers: ['01YP999'],
  },
  {
    id: 'screen',
    en: '14" screen Full HD',
    sv: 'Skärm 14" Full HD',
    category: 'screens',
    brand: 'dell',
    sku: 'SCR-3001',
    numbers: ['LP140WF6 (SP)(B1)'],
    devices: ['latitude', 't480'],
  },
  {
    id: 'screen-film',
    en: 'Privacy film',
    sv: 'Skärmskydd med insynsfilter',
    category: 'screens',
    sku: 'SCR-3002',
    popularity: 99,
  },
  { id: 'memory', en: 'Memory 16GB DDR4 SODIMM', sv: 'Minne 16GB DDR4 SODIMM', brand: 'kingston', sku: 'RAM-4001' },
  { id: 'wifi', en: 'Wi-Fi card M.2', sv: 'Wi-Fi-kort M.2', sku: 'NET-5001' },
  { id: 'screwdriver', en: 'Screwdriver T5', sv: 'Skruvmejsel T5', sku: 'TOL-6001', popularity: 99 },
  { id: 'pliers', en: 'Pliers', sv: 'Tång', sku: 'TOL-6002' },
  { id: 'draft', en: 'Secret dock', sv: 'Hemlig docka', sku: 'DOC-1', status: 'draft' },
  ...Array.from({ length: 20 }, (_, at): Part => ({
    id: `cable-${at}`,
    en: `Cable ${at + 1} m`,
    sv: `Kabel ${at + 1} m`,
    sku: `CAB-${9000 + at}`,
    popularity: at,
  })),
]

const categories = [
  { id: 'parts', en: 'Laptop parts', sv: 'Datordelar', parent: null },
  { id: 'batteries', en: 'Batteries', sv: 'Batterier', parent: 'parts' },
  { id: 'keyboards', en: 'Keyboards', sv: 'Tangentbord', parent: 'parts' },
  { id: 'screens', en: 'Screens', sv: 'Bildskärmar', parent: 'parts' },
]

/** A database with about thirty spare parts, saved and indexed like an import's. */
export async function aCatalogue(): Promise<TestDatabase> {
  const database = await freshDatabase()
  const { db, kind } = database
  await writeSurroundings(database)
  const records = parts.map(record)
  await db.transaction().execute(async (trx) => {
    await saveProducts(trx, records, optionsAt(kind, '2026-01-01'))
    await trx.updateTable('categories').set({ product_count: 1 }).execute()
  })
  return database
}

async function writeSurroundings({ db }: TestDatabase): Promise<void> {
  await db
    .insertInto('categories')
    .values(
      categories.map(({ id, parent }, position) => ({
        id,
        parent_id: parent,
        position,
        main_menu: 1 as const,
        picture_id: null,
        uri: null,
        product_count: 0,
      })),
    )
    .execute()
  await db
    .insertInto('category_texts')
    .values(
      categories.flatMap(({ id, en, sv }) => [
        { category_id: id, language: 'en' as const, name: en, slug: id, path: id, description: '' },
        { category_id: id, language: 'sv' as const, name: sv, slug: id, path: id, description: '' },
      ]),
    )
    .execute()
  await db
    .insertInto('brands')
    .values(
      ['Dell', 'Lenovo', 'Kingston'].map((name) => ({
        id: name.toLowerCase(),
        name,
        slug: name.toLowerCase(),
        maker: '',
        eu_contact: '',
      })),
    )
    .execute()
  await db
    .insertInto('devices')
    .values([
      { id: 'latitude', brand: 'Dell', series: 'Latitude', model: '5480', slug: 'latitude', type_numbers: '["P72G"]' },
      { id: 't480', brand: 'Lenovo', series: 'ThinkPad', model: 'T480', slug: 't480', type_numbers: '["20L5","20L6"]' },
    ])
    .execute()
  await db.insertInto('attributes').values({ id: 'colour', unit: '', facet: 1, position: 0 }).execute()
  await db
    .insertInto('attribute_value_texts')
    .values([
      { attribute_id: 'colour', value: 'black', language: 'en', label: 'Black' },
      { attribute_id: 'colour', value: 'black', language: 'sv', label: 'Svart' },
    ])
    .execute()
  await db
    .insertInto('search_hints')
    .values([
      {
        id: 'delivery',
        language: 'en',
        trigger: 'delivery',
        hint: 'How we deliver',
        url: '/en/delivery',
        url_title: 'Delivery',
      },
      {
        id: 'delivery',
        language: 'sv',
        trigger: 'leverans',
        hint: 'Så levererar vi',
        url: '/sv/leverans',
        url_title: 'Leverans',
      },
    ])
    .execute()
}

/** A part as an import saves it. */
export function record({ id, en, sv, category = 'parts', brand, parent, label = '', ...part }: Part): ProductRecord {
  const texts = (name: string) => ({ name, prefix: '', slug: id, description: '', label })
  return {
    id,
    type: id === 'keyboard' ? 2 : 1,
    sku: part.sku,
    parent_id: parent ?? null,
    position: 0,
    brand_id: brand ?? null,
    main_category_id: category,
    category_ids: [category],
    texts: { en: texts(en), sv: texts(sv) },
    picture_ids: [],
    group_id: null,
    group_size: 1,
    discount_category: null,
    vat_class: 'standard',
    weight_grams: 1,
    status: part.status ?? 'published',
    notifyable: true,
    decoration: '',
    popularity: part.popularity ?? 5,
    published_at: '2026-01-01T00:00:00.000Z',
    feed: null,
    prices: [],
    stock: null,
    attributes: part.colour ? [{ attribute_id: 'colour', value: part.colour }] : [],
    part_numbers: numbersOf(part),
    device_ids: part.devices ?? [],
    set_items: [],
    relations: [],
    subscription_days: [],
  }
}

function numbersOf({ numbers = [], replaces = [] }: Pick<Part, 'numbers' | 'replaces'>): ProductRecord['part_numbers'] {
  return [
    ...numbers.map((number) => ({ number, kind: 'maker' as const })),
    ...replaces.map((number) => ({ number, kind: 'replaces' as const })),
  ]
}
