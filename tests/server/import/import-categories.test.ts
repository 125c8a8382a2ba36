import { expect, test } from 'vitest'
import { fileReasonText } from '../../../src/i18n/file-words.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

const columns = { columns: { en: 'category', sv: 'kategori' }, also: '|' }

async function imported(shop: TestDatabase, text: string, category: unknown, others: object = {}) {
  const profile = parseProfile(
    {
      name: 'cables',
      id: ['article'],
      sku: { column: 'article' },
      texts: { en: { name: '{article}' }, sv: { name: '{article}' } },
      category,
      optional: ['kategori', 'plug'],
      attributes: [
        { id: 'plug', column: 'plug', en: 'Plug', sv: 'Kontakt', values: { c: { en: 'USB-C', sv: 'USB-C' } } },
      ],
      ...others,
    },
    'cables.json',
  )
  const { db, kind } = shop
  const drawings = { idOf: () => '', make: async () => [] }
  const productPath = (language: string, slug: string) => `/${language}/${slug}`
  const options = { db, kind, now: new Date('2026-02-01'), dryRun: false, drawings, productPath, onProgress: () => {} }
  let report: Awaited<ReturnType<typeof importFeed>> | undefined
  await withFeed(text, async (file) => {
    report = await importFeed(file, profile, options)
  })
  if (!report) throw new Error('There is no report.')
  return report
}

async function tree({ db }: TestDatabase, language: 'en' | 'sv' = 'en') {
  const rows = await db
    .selectFrom('category_texts as t')
    .innerJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.path', 't.name', 'c.product_count'])
    .where('t.language', '=', language)
    .orderBy('t.path')
    .execute()
  return rows.map(({ path, name, product_count: count }) => `${path} "${name}" ${count}`)
}

async function placed({ db }: TestDatabase, sku: string) {
  const rows = await db
    .selectFrom('category_products as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'l.category_id').on('t.language', '=', 'en'),
    )
    .select(['t.path', 'l.main'])
    .where('p.sku', '=', sku)
    .where('l.direct', '=', 1)
    .orderBy('t.path')
    .execute()
  return rows.map(({ path, main }) => (main ? `${path} (main)` : path))
}

test('each row names its categories, and missing ones are created once', async () => {
  await using shop = await freshDatabase()
  const feed = [
    'article;category;kategori',
    'A;Cables > USB;Kablar > USB',
    'B;Laptop parts > Charging|Cables > USB;Datordelar > Laddning|Kablar > USB',
    'C;cables > usb ;kablar>usb',
    '',
  ].join('\n')
  const report = await imported(shop, feed, columns)
  expect(report).toMatchObject({ created: 3, rejected: 0, error: null })
  expect(report.notes.map(({ reason }) => reason)).toEqual([
    'New categories (4): Cables, Cables / USB, Laptop parts, Laptop parts / Charging',
    'Products without a price: 3. They are shown but cannot be ordered.',
  ])
  expect(await tree(shop)).toEqual([
    'cables "Cables" 3',
    'cables/usb "USB" 3',
    'laptop-parts "Laptop parts" 1',
    'laptop-parts/charging "Charging" 1',
  ])
  expect((await tree(shop, 'sv')).at(-1)).toBe('kablar/usb "USB" 3')
  expect(await placed(shop, 'B')).toEqual(['cables/usb', 'laptop-parts/charging (main)'])
  const again = await imported(shop, feed, columns)
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 3, notes: [{ code: 'note_unpriced' }] })
})

test('without Swedish names new categories have the English ones, and known ones keep theirs', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'article;category;kategori\nA;Cables;Kablar\n', columns)
  await imported(shop, 'article;category\nB;Cables > HDMI\n', { columns: { en: 'category' } })
  expect(await tree(shop, 'sv')).toEqual(['kablar "Kablar" 2', 'kablar/hdmi "HDMI" 1'])
})

test('a name in a fixed chain may be a cell or an attribute', async () => {
  await using shop = await freshDatabase()
  const chain = { en: ['Cables', '{@plug}', '{category}'], sv: ['Kablar', '{@plug}', '{kategori}'] }
  const report = await imported(shop, 'article;category;kategori;plug\nA;Short;Korta;c\nB;;;c\nC;Long;Långa;\n', chain)
  expect(await tree(shop)).toEqual(['cables "Cables" 1', 'cables/usb-c "USB-C" 1', 'cables/usb-c/short "Short" 1'])
  expect(report.rejections).toMatchObject([
    { row: 3, column: 'category', reason: 'The row has no category.' },
    { row: 4, column: 'category', reason: 'The row has no category.' },
  ])
})

test('rows whose categories cannot be are rejected with the reason', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'article;category;kategori\nA;Cables;Kablar\n', columns)
  const rows = [
    ['', ''],
    ['Cables >', 'Kablar >'],
    ['Cables > USB', 'Kablar'],
    ['Cables', 'Sladdar'],
    ['Wires', 'Kablar'],
    ['a>b>c>d>e>f>g', 'a>b>c>d>e>f>g'],
    ['x'.repeat(101), 'x'],
    [
      Array.from({ length: 11 }, (_, at) => `c${at}`).join('|'),
      Array.from({ length: 11 }, (_, at) => `k${at}`).join('|'),
    ],
  ]
  const text = ['article;category;kategori', ...rows.map((cells, at) => [`R${at}`, ...cells].join(';')), ''].join('\n')
  const report = await imported(shop, text, columns)
  expect(report.rejections.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
    'category: The row has no category.',
    'category: The row has no category.',
    'kategori: There are not as many names as in category.',
    'category: The category Cables exists in one language under another name.',
    'category: The category Wires exists in one language under another name.',
    'category: The category has 7 levels; at most 6 are allowed.',
    'category: The text is 101 characters long; at most 100 are allowed.',
    'category: There are 11 categories; at most 10 are allowed.',
  ])
  expect(await tree(shop)).toEqual(['cables "Cables" 1'])
})

test('a file that would create too many categories is refused', async () => {
  await using shop = await freshDatabase()
  const rows = Array.from({ length: 1_001 }, (_, at) => `A${at};Name ${at};Namn ${at}`)
  const report = await imported(shop, `article;category;kategori\n${rows.join('\n')}\n`, columns)
  expect(report.error).toContain('more than 1000 categories')
  expect(await tree(shop)).toEqual([])
  const fewer = await imported(shop, `article;category;kategori\n${rows.slice(1).join('\n')}\n`, columns)
  expect(fewer).toMatchObject({ created: 1_000, error: null })
})

test('the report counts products without a price, and names new categories in the language of its reader', async () => {
  await using shop = await freshDatabase()
  const text =
    'article;category;kategori;cost\nA;Cables > HDMI;Kablar > HDMI-kablar;10\nB;Cables;Kablar;\nC;Cables;Kablar;\n'
  const { notes } = await imported(shop, text, columns, {
    price: { column: 'cost', currency: 'SEK', vat: 'inc' },
    optional: ['plug'],
  })
  const said = (language: 'en' | 'sv') => notes.map((note) => fileReasonText(note, translator(language), language))
  expect(said('en')).toEqual([
    'New categories (2): Cables, Cables / HDMI',
    'Products without a price: 2. They are shown but cannot be ordered.',
  ])
  expect(said('sv')).toEqual([
    'Nya kategorier (2): Kablar, Kablar / HDMI-kablar',
    'Artiklar utan pris: 2. De visas men går inte att beställa.',
  ])
  // A report of an earlier version has the English names alone.
  const earlier = { code: 'note_categories', values: { count: 1, names: 'cables' } }
  expect(fileReasonText(earlier, translator('sv'), 'sv')).toBe('Nya kategorier (1): cables')
})
