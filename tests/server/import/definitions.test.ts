import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { imageKind } from '../../../src/domain/products/products.ts'
import { seedDemo } from '../../../src/tools/demo/seed-demo.ts'
import { importFiles } from '../../../src/tools/import/import-files.ts'
import { otherShop } from '../../support/other-shop.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'
import { catalogue } from './import-runs.ts'

type File = Record<string, Record<string, unknown>[]>

async function exported(): Promise<{ files: Record<string, string>; whole: Record<string, string[]> }> {
  await using commands = await shopCommands({ seeded: false })
  await seedDemo(commands.shop, { products: 'small' })
  const files: Record<string, string> = {}
  for (const [what, name] of [
    ['definitions', 'definitions.json'],
    ['products', 'own-products.csv'],
    ['prices', 'own-prices.csv'],
    ['stock', 'own-stock.csv'],
  ] as const) {
    expect(await commands.run('export', what, commands.file(name))).toMatchObject({ code: 0 })
    files[name] = commands.read(name).toString()
  }
  return { files, whole: await comparable(commands) }
}

/** What definitions and products say; campaigns, and prices that follow from them, are in neither file. */
async function comparable({ shop }: ShopCommands): Promise<Record<string, string[]>> {
  const { campaigns: _c, campaign_prices: _p, product_sort_prices: _s, ...all } = await catalogue(shop)
  const without = (row: string, ...columns: string[]) => {
    const read = JSON.parse(row) as Record<string, unknown>
    for (const column of columns) delete read[column]
    return JSON.stringify(read)
  }
  const tables = ['product_tags', 'product_tag_texts', 'product_tag_products', 'devices', 'device_names']
  const found: Record<string, string[]> = { ...all }
  for (const table of [...tables, 'search_hints', 'search_synonyms', 'category_facts', 'category_fit_attributes']) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(shop.db)
    found[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  found['products'] = (all['products'] ?? [])
    .map((row) => without(row, 'sort_price', 'published_at', 'content_hash'))
    .toSorted()
  // The order of a product's attributes is not in the file: they stand in the order of the shop's.
  found['product_attributes'] = (all['product_attributes'] ?? []).map((row) => without(row, 'position')).toSorted()
  return found
}

/** Puts the files of pictures where the shop serves them from. */
function withPictures(commands: ShopCommands, definitions: string): void {
  const folder = join(commands.shop.env.SHOP_DATA, 'pictures')
  mkdirSync(folder, { recursive: true })
  for (const { id } of (JSON.parse(definitions) as File)['pictures'] ?? []) {
    const name = String(id)
    writeFileSync(join(folder, name.endsWith('.svg') ? name : `${name}-${imageKind.zoom}.webp`), '')
  }
}

async function importOwn(commands: ShopCommands, name: string): Promise<unknown> {
  const limits = { maxRejected: { percent: 0 }, maxMissing: 20, dryRun: false, isGuess: false, isTerminal: false }
  const none = { profile: undefined, pictures: undefined, documents: undefined }
  await importFiles({ files: [commands.file(name)], report: commands.file('report.json'), ...limits, ...none })
  return (JSON.parse(readFileSync(commands.file('report.json'), 'utf8')) as unknown[])[0]
}

test('definitions and products of one shop make the same catalogue in another one', async () => {
  const { files, whole } = await exported()
  await using commands = await shopCommands({ seeded: false })
  for (const [name, text] of Object.entries(files)) writeFileSync(commands.file(name), text)
  writeFileSync(commands.file('answers.json'), JSON.stringify(otherShop))
  expect((await commands.run('init', '--file', commands.file('answers.json'))).code).toBe(0)
  const definitions = commands.file('definitions.json')
  const without = await commands.run('definitions', 'import', definitions)
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('copy that folder of the other shop first')])
  withPictures(commands, files['definitions.json'] ?? '')
  expect(await commands.run('definitions', 'import', definitions)).toMatchObject({ code: 0 })
  for (const name of ['own-products.csv', 'own-prices.csv', 'own-stock.csv'])
    expect(await importOwn(commands, name)).toMatchObject({ error: null, rejected: 0, left_out: 0 })
  expect((await commands.run('definitions', 'import', definitions)).code).toBe(0)
  const made = await comparable(commands)
  const differing = Object.keys(whole).filter((table) => JSON.stringify(made[table]) !== JSON.stringify(whole[table]))
  const first = (differing[0] ?? '') as keyof typeof whole
  const only = (rows: string[] = [], others: string[] = []) => rows.filter((row) => !others.includes(row)).slice(0, 3)
  expect([differing, only(made[first], whole[first]), only(whole[first], made[first])]).toEqual([[], [], []])
  expect(whole['products']?.length).toBeGreaterThan(100)
  expect(await commands.json('definitions', 'import', definitions)).toMatchObject({ added: 0, unknownArticles: 0 })
})

const brand = { id: 'acme', name: 'Acme', slug: 'acme', maker: '', eu_contact: '' }
const category = {
  id: 'c1',
  parent: null,
  name: { en: 'Cables', sv: 'Kablar' },
  slug: { en: 'cables', sv: 'kablar' },
  description: { en: '', sv: '' },
  position: 0,
  menu: false,
  picture: null,
  uri: null,
}
const hint = { id: 'h', language: 'en', trigger: 'x', hint: 'x', url: '/en', url_title: 'x' }

test.each([
  [{ brands: [brand, { ...brand, id: 'other' }] }, 'brands other: its slug is that of acme'],
  [{ brands: [brand, brand] }, 'brands acme: it is in the file twice'],
  [{ brands: [{ ...brand, nonsense: 1 }] }, 'brands.0: Unrecognized key'],
  [{ brands: [{ ...brand, name: 'x'.repeat(251) }] }, 'brands.0.name: Too big'],
  [{ brands: [{ ...brand, name: 'a\0' }] }, 'brands.0.name: has a character that cannot be stored'],
  [{ brands: [brand], categories: [{ ...category, parent: 'c9' }] }, 'category c1: there is no category c9'],
  [{ brands: [brand], categories: [{ ...category, parent: 'c1' }] }, 'category c1: it is below itself'],
  [{ brands: [brand], categories: [{ ...category, facts: ['no'] }] }, 'category c1: there is no attribute no'],
  [{ brands: [brand], categories: [category, { ...category, id: 'c2' }] }, 'its language and path is that of c1 en'],
  [{ brands: [brand], hints: [{ ...hint, url: 'javascript:alert(1)' }] }, 'hints.0.url: must be a path'],
  [{ pictures: [{ id: '../x', width: 1, height: 1 }] }, 'pictures.0.id: must be letters'],
  [{ brands: [brand], markups: { rules: [], supplier: 'preferred', preferred: [] } }, 'markups.preferred'],
  [{ format: 'other' }, 'format'],
])('definitions with %j are refused, and nothing of them is written', async (given, reason) => {
  await using commands = await shopCommands({ seeded: false })
  const file = commands.file('definitions.json')
  writeFileSync(file, JSON.stringify({ format: 'shop definitions 1', ...given }))
  const { code, err } = await commands.run('definitions', 'import', file)
  expect([code > 0, err]).toEqual([true, expect.stringContaining(reason)])
  expect(await commands.shop.db.selectFrom('brands').select('id').execute()).toEqual([])
})

test('an entry that the shop has otherwise is named, and nothing is added; a trial writes nothing', async () => {
  await using commands = await shopCommands({ seeded: false })
  const file = commands.file('definitions.json')
  const put = (brands: unknown[]) => writeFileSync(file, JSON.stringify({ format: 'shop definitions 1', brands }))
  put([brand])
  expect(await commands.json('definitions', 'import', file, '--dry-run')).toMatchObject({ added: 1 })
  expect(await commands.json('definitions', 'import', file)).toMatchObject({ added: 1, known: 0 })
  put([
    { ...brand, maker: 'Acme AB' },
    { ...brand, id: 'b2', slug: 'b2' },
  ])
  const { code, err } = await commands.run('definitions', 'import', file)
  expect([code, err]).toEqual([1, expect.stringContaining('brands acme: the shop has another maker')])
  expect(await commands.shop.db.selectFrom('brands').select(['id', 'maker']).execute()).toEqual([
    { id: 'acme', maker: '' },
  ])
})
