import { existsSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '../../../src/domain/formula-injection.ts'
import type { FeedReport } from '../../../src/server/catalog/import/feed-report.ts'
import { parseItems, listCell } from '../../../src/server/catalog/own-files/own-cells.ts'
import { importFiles } from '../../../src/tools/import/import-files.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'
import { catalogue } from './import-runs.ts'

type Sheet = Record<string, string>[]

/** Exports a file, lets a person change its rows, and imports it again. */
async function edited(commands: ShopCommands, what: string, edit: (rows: Sheet) => Sheet, dryRun = false) {
  const file = commands.file(`own-${what}.csv`)
  expect(await commands.run('export', what, file)).toMatchObject({ code: 0 })
  const [head = [], ...lines] = cellsOf(commands.read(`own-${what}.csv`).toString())
  const rows = edit(lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))))
  const names = Object.keys(rows[0] ?? {})
  const text = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
  )
  writeFileSync(file, `${text.join('\n')}\n`)
  return imported(commands, file, dryRun)
}

async function imported(commands: ShopCommands, file: string, dryRun = false): Promise<FeedReport> {
  const report = commands.file('report.json')
  const limits = { maxRejected: { percent: 100 }, maxMissing: 20 }
  const none = { profile: undefined, pictures: undefined, documents: undefined, isGuess: false, isTerminal: false }
  await importFiles({ files: [file], dryRun, report, ...limits, ...none })
  const [first] = JSON.parse(commands.read('report.json').toString()) as FeedReport[]
  if (!first) throw new Error('There is no report.')
  return first
}

/** Reads CSV; every cell of these files is quoted or plain. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.slice(1).matchAll(/("(?:[^"]|"")*"|[^;"\r\n]*)(;|\r\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const change = (sku: string, cells: Record<string, string>) => (rows: Sheet) =>
  rows.map((row) => (row['article_number'] === sku ? { ...row, ...cells } : row))

test.each(['products', 'prices', 'stock'])(
  'an export of %s is read back unchanged, as .csv and as .xlsx',
  async (what) => {
    await using commands = await shopCommands()
    const whole = await catalogue(commands.shop)
    for (const file of [commands.file(`own-${what}.csv`), commands.file(`own-${what}.xlsx`)]) {
      await commands.run('export', what, file)
      expect(await imported(commands, file)).toMatchObject({ created: 0, changed: 0, unchanged: 54, rejected: 0 })
    }
    expect(await catalogue(commands.shop)).toEqual(whole)
  },
)

test('what a person changes in the file is taken over, and nothing else', async () => {
  await using commands = await shopCommands()
  const { db } = commands.shop
  const dry = await edited(commands, 'prices', change('BAT', { price_SEK: '479,5|10: 389.00', price_EUR: '45' }), true)
  expect(dry).toMatchObject({ created: 0, changed: 1, unchanged: 53 })
  const lines = dry.changes.map(({ sku, field, before: old, after: now }) => [sku, field, old, now].join(' '))
  expect(lines).toContain('BAT price in SEK 499.00 SEK 479.50 SEK')
  expect(lines).toContain('BAT price in SEK from 5 449.00 SEK ')
  const before = await catalogue(commands.shop)
  await edited(commands, 'prices', change('BAT', { price_SEK: '479,5|10: 389.00', price_EUR: '45' }))
  const prices = await db.selectFrom('prices').selectAll().where('product_id', '=', 'bat').orderBy('amount').execute()
  expect(prices.map(({ currency, min_quantity: from, amount }) => [currency, from, amount])).toEqual([
    ['EUR', 1, 4500],
    ['SEK', 10, 38_900],
    ['SEK', 1, 47_950],
  ])
  const after = await catalogue(commands.shop)
  for (const table of ['product_texts', 'product_attributes', 'product_relations', 'stock', 'product_devices'])
    expect(after[table]).toEqual(before[table])
})

test('shelves are read from the file of stock, by themselves too, and taken back with the import', async () => {
  await using commands = await shopCommands()
  const { db } = commands.shop
  const shelves = async () => (await db.selectFrom('stock_shelves').selectAll().execute()).map(({ shelf }) => shelf)
  const whole = await catalogue(commands.shop)
  const shelve = (shelf: string) => change('BAT', { shelf })
  const dry = await edited(commands, 'stock', shelve(' B2  - 14 '), true)
  expect(dry.changes).toMatchObject([{ sku: 'BAT', field: 'shelf', before: '', after: 'B2 - 14' }])
  const first = await edited(commands, 'stock', shelve('B2 - 14'))
  expect(first).toMatchObject({ created: 0, changed: 1, unchanged: 53, rejected: 0 })
  expect(await edited(commands, 'stock', (rows) => rows)).toMatchObject({ changed: 0, unchanged: 54 })
  expect(await edited(commands, 'products', shelve('C1'))).toMatchObject({ changed: 1, unchanged: 53 })
  expect(await shelves()).toEqual(['C1'])
  expect((await commands.run('imports', 'undo', '2')).out).toContain('1 product')
  expect(await shelves()).toEqual(['B2 - 14'])
  expect((await edited(commands, 'stock', shelve('x'.repeat(41)))).rejected).toBe(1)
  expect(await edited(commands, 'stock', shelve(''))).toMatchObject({ changed: 1 })
  expect([await shelves(), (await catalogue(commands.shop))['prices']]).toEqual([[], whole['prices']])
})

test('a row without an id becomes a product, which the next file has', async () => {
  await using commands = await shopCommands()
  const made = (rows: Sheet): Sheet => [
    ...rows.slice(0, 1),
    {
      article_number: 'NEW-1',
      name_en: 'Hinge =left',
      name_sv: 'Gångjärn',
      category: 'laptop-parts',
      price_SEK: '99',
      stock: '4',
      relations: 'accessory BAT|bundle -10% FAN',
      'attribute:colour': 'black|red',
    },
  ]
  expect(await edited(commands, 'products', made)).toMatchObject({ created: 1, changed: 0, unchanged: 1, rejected: 0 })
  expect(await edited(commands, 'products', (rows) => rows)).toMatchObject({ created: 0, changed: 0, unchanged: 55 })
  expect((await commands.run('imports', 'undo', '1')).out).toContain('0 products restored, 1 deleted')
})

test.each([
  [{ id: 'nothing' }, 'id: The shop has no product with this id'],
  [{ article_number: 'FAN' }, 'article_number: The article number FAN belongs to another'],
  [{ article_number: '' }, 'article_number: The row needs an article number'],
  [{ price_SEK: 'free' }, 'price_SEK: "free" is not a price'],
  [{ price_SEK: '-5' }, 'price_SEK: "-5" is not a price'],
  [{ stock: '1.5' }, 'stock: "1.5" is not a whole number'],
  [{ brand: 'nobody' }, 'brand: The shop has no brand "nobody"'],
  [{ category: 'no/where' }, 'category: The shop has no "no/where"'],
  [{ pieces: '2 x FAN' }, 'pieces: Only a product of the type set has pieces'],
  [{ variant_of: 'FAN' }, 'variant_of: Only a product of the type standard'],
  [{ type: 'set' }, 'type: The type of a product cannot be changed'],
  [{ name_sv: '' }, 'name_sv: The product needs a name'],
  [{ status: 'gone' }, 'status: "gone" is not one of published, draft'],
  [{ relations: 'friend BAT' }, 'relations: "friend" is not one of accessory'],
  [{ pictures: 'none.png' }, 'pictures: The shop has no picture'],
  [{ incoming: 'soon' }, 'incoming: "soon" is not a day'],
])('a row with %j is rejected with the reason', async (cells, reason) => {
  await using commands = await shopCommands()
  const whole = await catalogue(commands.shop)
  const { rejections, unchanged } = await edited(commands, 'products', change('BAT', cells))
  expect(rejections.map(({ column, reason: said }) => `${column}: ${said}`).join('\n')).toContain(reason)
  expect(unchanged + rejections.length).toBe(54)
  expect(await catalogue(commands.shop)).toEqual(whole)
})

test('a file of somebody else is refused', async () => {
  await using commands = await shopCommands()
  const file = commands.file('own-other.csv')
  writeFileSync(file, 'sku,price\nBAT,1\n')
  expect((await imported(commands, file)).error).toContain('The file needs the columns id and article_number')
  writeFileSync(file, 'id,article_number,colour\nbat,BAT,red\n')
  expect((await imported(commands, file)).error).toContain('have no column "colour"')
  expect((await commands.run('export', 'products', commands.file('all.pdf'))).code).toBe(2)
  expect((await commands.run('export', 'products')).code).toBe(2)
})

test('orders and customers are tables, and no text in them is a formula', async () => {
  await using commands = await shopCommands()
  await commands.run('user', 'create', 'eva@example.com', '--name', '=1+1')
  await commands.run('export', 'customers', commands.file('customers.csv'))
  const [head, ...rows] = cellsOf(commands.read('customers.csv').toString())
  expect(head).toEqual(['email', 'name', 'phone', 'language', 'country', 'mails_wanted', 'verified_at', 'created_at'])
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(([, name]) => name === "'=1+1")).toBe(true)
  expect(await commands.run('export', 'orders', commands.file('orders.xlsx'))).toMatchObject({ code: 0 })
})

test('a text that no .xlsx holds is refused whole: the file of before stays, and the .csv takes it', async () => {
  await using commands = await shopCommands()
  const [workbook, table] = [commands.file('own-products.xlsx'), commands.file('own-products.csv')]
  expect(await commands.run('export', 'products', workbook)).toMatchObject({ code: 0 })
  const before = commands.read('own-products.xlsx')
  const description = `<p>${'long '.repeat(7_000)}</p>`
  const isBattery = (cells: { product_id: string }) => cells.product_id === 'bat'
  await commands.shop.db.updateTable('product_texts').set({ description }).where('product_id', '=', 'bat').execute()
  const refused = await commands.run('export', 'products', workbook)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('A text is too long for an .xlsx. Name a file that ends with .csv')
  expect(commands.read('own-products.xlsx')).toEqual(before)
  expect(existsSync(`${workbook}.unfinished`)).toBe(false)
  expect(await commands.run('export', 'products', table)).toMatchObject({ code: 0 })
  expect(await imported(commands, table)).toMatchObject({ changed: 0, unchanged: 54, rejected: 0 })
  const texts = await commands.shop.db.selectFrom('product_texts').select(['product_id', 'description']).execute()
  expect(texts.filter(isBattery).map((each) => each.description)).toEqual([description, description])
})

test('any list and any text survive a cell', () => {
  const item = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text)
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (items) => {
      expect(parseItems(listCell(items))).toEqual(items)
    }),
  )
  const signs = fc.string({
    unit: fc.constantFrom('=', '＝', "'", '+', '＋', '-', '－', '@', '＠', ' ', '|', '\n', 'a'),
  })
  fc.assert(
    fc.property(signs, (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }),
  )
  fc.assert(
    fc.property(signs, (text) => {
      expect(escapeFormula(text)).not.toMatch(/^\s*[=+\-@|＝＋－＠]/)
    }),
  )
})
