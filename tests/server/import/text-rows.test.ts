import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { catalogue } from './import-runs.ts'
import { product, withFeed } from './imported-product.ts'

const base = {
  name: 'tested',
  id: ['sku'],
  sku: { column: 'sku' },
  texts: { en: { name: '{name}', prefix: 'Part' }, sv: { name: '{name}' } },
  category: { en: ['Parts'], sv: ['Delar'] },
  price: { column: 'price', currency: 'SEK', vat: 'inc' },
}
const rows = {
  file: 'texts.csv',
  key: 'article',
  by: 'sku',
  language: { column: 'lang' },
  name: 'title',
  description: 'text',
}

type Files = { feed: string; texts?: string; run?: { number?: number } }

async function imported({ db, kind }: TestDatabase, { feed, texts, run = {} }: Files, textRows: object) {
  const profile = parseProfile({ ...base, textRows }, 'tested.json')
  const reports: Awaited<ReturnType<typeof importFeed>>[] = []
  await withFeed(feed, async (file) => {
    if (texts !== undefined) writeFileSync(path.join(path.dirname(file), 'texts.csv'), texts)
    reports.push(
      await importFeed(file, profile, {
        db,
        kind,
        now: new Date(`2026-02-0${1 + (run.number ?? 0)}T00:00:00.000Z`),
        run,
        dryRun: false,
        onProgress: () => {},
        drawings: { idOf: () => undefined, make: async () => [] },
        productPath: (language, slug) => `/${language}/${slug}`,
      }),
    )
  })
  const [report] = reports
  if (!report) throw new Error('The import has no report.')
  return report
}

const textsOf = async (shop: TestDatabase, sku: string) =>
  (await product(shop, sku)).texts.map(({ language, name, description, slug }) => [language, name, description, slug])

const feed = 'sku;name;price\nA;Plain A;10\nB;Plain B;20\nC;Plain C;30\n'
const texts = [
  'article;lang;title;text',
  'A;en;Fan A;Quiet',
  'A;sv-SE;Fläkt A;Tyst',
  'B;sv;;Bara text',
  'A;en;Other;Other',
  'X;en;Nobody;',
  'B;de;Lüfter;',
  'C;;Without;',
  ';en;Whose;',
  'C;sv;=1+1;',
  `C;en;${'long '.repeat(60)};`,
  'C;en',
  '',
].join('\n')

test('texts come from a second file, by key and language, and the rest stays as the feed says', async () => {
  await using shop = await freshDatabase()
  const report = await imported(shop, { feed, texts }, rows)
  expect(report).toMatchObject({ created: 3, rejected: 0, error: null })
  expect(await textsOf(shop, 'A')).toEqual([
    ['en', 'Fan A', 'Quiet', 'fan-a'],
    ['sv', 'Fläkt A', 'Tyst', 'flakt-a'],
  ])
  expect(await textsOf(shop, 'B')).toEqual([
    ['en', 'Plain B', '', 'plain-b'],
    ['sv', 'Plain B', 'Bara text', 'plain-b'],
  ])
  expect(report.unread.map(({ row, column, reason }) => `${row} ${column}: ${reason.slice(0, 58)}`).toSorted()).toEqual(
    [
      '10 title: Row 10 of texts.csv: The name begins with "=", like a form',
      '11 title: Row 11 of texts.csv: The text is 299 characters long; at m',
      '12 null: Row 12 of texts.csv: The row has 2 cells where the header ',
      '5 article: Row 5 of texts.csv: Row 2 has the texts of "A" in this lan',
      '6 article: Row 6 of texts.csv: The feed has no product "X".',
      '8 lang: Row 8 of texts.csv: The row does not say in which language',
      '9 article: Row 9 of texts.csv: The row does not say whose texts it ha',
    ],
  )
  expect(report.notes[0]).toMatchObject({ code: 'note_languages', values: { names: 'de' } })
  expect(await imported(shop, { feed, texts }, rows)).toMatchObject({ changed: 0, unchanged: 3 })
})

test('a changed text is imported and taken back', async () => {
  await using shop = await freshDatabase()
  await imported(shop, { feed, texts }, rows)
  const before = await catalogue(shop)
  const run = { number: 2 }
  expect(await imported(shop, { feed, texts: texts.replace('Tyst', 'Tystare'), run }, rows)).toMatchObject({
    changed: 1,
  })
  expect((await textsOf(shop, 'A'))[1]?.[2]).toBe('Tystare')
  await undoRun({ db: shop.db, kind: shop.kind, now: new Date('2026-02-09T00:00:00.000Z') }, 2)
  expect(await catalogue(shop)).toEqual(before)
})

test('a feed may have a row for each language of a product', async () => {
  await using shop = await freshDatabase()
  const language = { column: 'lang', values: { Svenska: 'sv', English: 'en' } }
  const own = { key: 'sku', language, name: 'name' }
  const text = [
    'sku;lang;name;price',
    'A;English;Fan;10',
    'A;Svenska;Fläkt;',
    'A;Deutsch;Lüfter;',
    'B;Deutsch;Kabel D;20',
    'B;Svenska;Kabel S;',
    'A;Svenska;Fläkt igen;',
    '',
  ].join('\n')
  const report = await imported(shop, { feed: text }, own)
  expect(report).toMatchObject({ rows: 6, created: 2, rejected: 0, left_out: 1, error: null })
  expect(report.unread).toMatchObject([{ row: 7, column: 'sku' }])
  expect((await textsOf(shop, 'A')).map(([, name]) => name)).toEqual(['Fan', 'Fläkt'])
  expect((await textsOf(shop, 'B')).map(([, name]) => name)).toEqual(['Kabel D', 'Kabel S'])
  expect((await product(shop, 'B')).prices).toMatchObject([{ amount: 2_000 }])
})

test('a file with texts that is missing, elsewhere or another one refuses the feed', async () => {
  await using shop = await freshDatabase()
  const errorOf = async (files: Files, more: object) => (await imported(shop, files, { ...rows, ...more })).error
  expect(await errorOf({ feed }, {})).toContain('There is no file texts.csv')
  expect(await errorOf({ feed, texts }, { file: '../texts.csv' })).toContain('beside the feed')
  expect(await errorOf({ feed, texts }, { name: 'heading' })).toContain('has no column "heading"')
  expect(await errorOf({ feed, texts }, { by: 'number' })).toContain('The feed has no column "number"')
  expect(await errorOf({ feed, texts: '' }, {})).toContain('empty')
  expect((await catalogue(shop))['products']).toEqual([])
})
