import { expect, test } from 'vitest'
import { newPriceListScreen, priceListScreen } from '../../../src/server/console/price-lists/price-list-page.ts'
import { priceListsScreen } from '../../../src/server/console/price-lists/price-lists-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { workbook } from '../ordering/excel-order/uploads.ts'
import { contentOf, newBrowser, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'

const terms = { name: 'Avtal 2026', from: '', until: '', customers: 'Anna@example.se', organizations: 'firm' }

async function shopWithPriceList() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  await addOrganization(shop, { id: 'firm', members: {} })
  const who = await signedIn(shop, 'manager')
  const make = (form: Form = {}) =>
    outcome(shop, who, newPriceListScreen, { form: { action: 'make', currency: 'SEK', ...terms, ...form } })
  const id = /price-lists\/([^?]+)/.exec((await make()).location ?? '')?.[1] ?? ''
  return { clock, shop, who, make, ...at(shop, who, id), id, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

function at(shop: Shop, who: Browser, id: string) {
  const params = { id }
  return {
    page: (query: Record<string, string> = {}) => contentOf(shop, who, priceListScreen, { params, query }),
    send: (form: Form) => outcome(shop, who, priceListScreen, { params, form }),
    rows: async () =>
      (await contentOf(shop, who, priceListScreen, { params })).rows.map((row) => [row.sku, row.quantity, row.amount]),
    file: async (kind: 'csv' | 'xlsx') => {
      const made = await visit(shop, who, priceListScreen, { params, form: { action: 'export', kind } })
      if (!(made instanceof Response)) throw new Error('There is no file.')
      return new File([await made.arrayBuffer()], `prices.${kind}`)
    },
  }
}

const pasted = 'BAT\t300,01\nBAT\t250,03\t5\nfan\t1 234,50\n'
const threeRows = [
  ['BAT', 1, 30_001],
  ['BAT', 5, 25_003],
  ['FAN', 1, 123_450],
]

test('a list is made once, for a customer and an organization, and is found by all that it has', async () => {
  await using list = await shopWithPriceList()
  const { fields, state, buyers, currency } = await list.page()
  expect([fields.customers, fields.organizations, buyers]).toEqual(['anna@example.se', 'firm', 2])
  expect([fields.name, state, currency]).toEqual(['Avtal 2026', 'runs', 'SEK'])
  const { name } = await list.shop.db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const byName = await list.make({ name: 'By name', organizations: name.toUpperCase() })
  const params = { id: /price-lists\/([^?]+)/.exec(byName.location ?? '')?.[1] ?? '' }
  expect((await contentOf(list.shop, list.who, priceListScreen, { params })).fields.organizations).toBe('firm')
  await list.shop.db.deleteFrom('price_lists').where('id', '=', params.id).execute()
  const key = '00000000-0000-4000-8000-000000000001'
  const twice = await Promise.all([1, 2].map(() => list.make({ key, name: 'Zwei' })))
  expect(new Set(twice.map(({ location }) => location)).size).toBe(1)
  await list.send({ action: 'import', rows: pasted, mode: 'add' })
  const found = async (query: Record<string, string>) =>
    (await contentOf(list.shop, list.who, priceListsScreen, { query })).rows.map(({ label }) => label)
  expect((await found({})).toSorted()).toEqual(['Avtal 2026', 'Zwei'])
  for (const q of ['Avtal', 'bat', 'Avtal 2026']) expect(await found({ q })).toEqual(['Avtal 2026'])
  expect(await found({ q: 'anna@example.se', state: 'runs', currency: 'SEK' })).toHaveLength(2)
  expect(await found({ q: "' or 1=1 --" })).toEqual([])
  expect(await found({ state: 'over' })).toEqual([])
})

test.each([
  [{ name: ' ' }, 'Give the list a name'],
  [{ from: '2026-12-02', until: '2026-12-01' }, 'before the first'],
  [{ until: '2020-01-01' }, 'over already'],
  [{ until: '2026-02-30' }, 'year-month-day'],
  [{ customers: 'nobody@example.com' }, 'No customer has the address “nobody@example.com”'],
  [{ organizations: 'firm\n<b>x</b>' }, 'No organisation has the number “<b>x</b>”'],
] as const)('%j is refused, and nothing is made', async (form, fault) => {
  await using list = await shopWithPriceList()
  expect((await list.make(form)).fault).toContain(fault)
  expect(await list.shop.db.selectFrom('price_lists').select('id').execute()).toHaveLength(1)
})

test('pasted rows, one row, and removed rows are stored to the smallest unit, logged, and taken back', async () => {
  await using list = await shopWithPriceList()
  expect((await list.send({ action: 'import', rows: pasted, mode: 'add' })).status).toBe(303)
  expect(await list.rows()).toEqual(threeRows)
  expect(await list.page()).toMatchObject({ rowCount: 3, rows: [{ sku: 'BAT', usual: 39_920, less: 25 }, {}, {}] })
  await list.send({ action: 'set', sku: 'BAT', quantity: '5', price: '1' })
  await list.send({ action: 'remove_rows', row: ['1 fan', '9 nothing'] })
  expect(await list.rows()).toEqual([
    ['BAT', 1, 30_001],
    ['BAT', 5, 100],
  ])
  const { changes } = await list.page()
  expect(changes.map(({ changed, who }) => [changed, who])).toEqual([1, 1, 3].map((count) => [count, 'The manager']))
  // The first change: what the later ones have changed again is left alone.
  await list.send({ action: 'undo', change: String(changes[2]?.version) })
  expect(await list.rows()).toEqual([['BAT', 5, 100]])
  expect((await list.page()).changes[0]).toMatchObject({ changed: 1, kept: 2, undoes: changes[2]?.version })
  for (const _ of [1, 2, 3])
    await list.send({ action: 'undo', change: String((await list.page()).changes[0]?.version) })
  const log = (await auditOf(list.shop.db, { kind: 'price_list', id: list.id })).map(({ operation }) => operation)
  expect(log.filter((operation) => operation === 'price_lists.undo')).toHaveLength(4)
  expect(log.at(-1)).toBe('price_lists.make')
})

test('a file of the list, as CSV and as workbook, is read back as exactly the same prices', async () => {
  await using list = await shopWithPriceList()
  await list.shop.db.updateTable('products').set({ sku: '=1+1' }).where('id', '=', 'ram').execute()
  await list.send({ action: 'import', rows: `${pasted}=1+1\t0,01\n`, mode: 'add' })
  const before = await list.rows()
  expect(before).toHaveLength(4)
  for (const kind of ['csv', 'xlsx'] as const) {
    const file = await list.file(kind)
    if (kind === 'csv') expect(await file.text()).toContain("'=1+1")
    const { version } = await list.page()
    const same = await list.send({ action: 'import', rows: '', file, mode: 'replace', version })
    expect(same.fault).toContain('No price would change')
    await list.send({ action: 'import', rows: 'FAN\t5', mode: 'replace', version })
    expect(await list.rows()).toEqual([['FAN', 1, 500]])
    await list.send({ action: 'import', rows: '', file, mode: 'add' })
    expect(await list.rows()).toEqual(before)
  }
})

test.each([
  ['', 'at least one row'],
  ['BAT\t0', 'Row 1: “0” is no price'],
  ['BAT\t-5', 'Row 1: “-5” is no price'],
  ['BAT\t1.005', 'Row 1: “1.005” is no price'],
  ['BAT\t1\nFAN\tx', 'Row 2: “x” is no price'],
  ['BAT\t99999999999', 'is no price'],
  ['BAT\t1\t0', 'Row 1: “0” is no quantity'],
  ['BAT\t1\t1e3', 'is no quantity'],
  ['BAT\t1\t5001', 'is no quantity'],
  ['BAT\t1\nNOTHING\t1', 'Row 2: no product has the article number “NOTHING”'],
  ['BAT\t1\nbat\t2', 'Row 2: “bat” has the same quantity twice'],
  ['<script>alert(1)</script>\t1', 'no product has'],
])('the rows %j are refused as a whole', async (rows, fault) => {
  await using list = await shopWithPriceList()
  await list.send({ action: 'set', sku: 'RAM', quantity: '', price: '10' })
  const refused = await list.send({ action: 'import', rows, mode: 'add' })
  expect([refused.status, refused.fault]).toEqual([422, expect.stringContaining(fault)])
  expect(await list.rows()).toEqual([['RAM', 1, 1_000]])
})

test('a file is read by its content: a workbook with a head in any order, no bytes of a program, no bomb', async () => {
  await using list = await shopWithPriceList()
  const head = ['Från antal', 'Pris', 'Benämning', 'Artikelnummer']
  const file = new File([new Uint8Array(workbook([head, [5, 12.34, '=1', 'BAT'], [1, 20, 'x', 'FAN']]))], 'named.csv')
  expect((await list.send({ action: 'import', rows: '', file, mode: 'add' })).fault).toBe(null)
  expect(await list.rows()).toEqual([
    ['BAT', 5, 1_234],
    ['FAN', 1, 2_000],
  ])
  const bad = (bytes: Uint8Array<ArrayBuffer>) =>
    list.send({ action: 'import', rows: '', file: new File([bytes], 'prices.xlsx'), mode: 'add' })
  expect((await bad(new Uint8Array([0x4d, 0x5a, 0, 1]))).fault).toContain('cannot be read')
  expect((await bad(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).fault).toContain('cannot be read')
  expect((await bad(new Uint8Array(6 * 1024 * 1024 + 1).fill(65))).fault).toContain('At most 100000 prices')
})

test('the second of two people who change or replace a list is shown what the first did; additions stand', async () => {
  await using list = await shopWithPriceList()
  const { version } = await list.page()
  expect((await list.send({ action: 'change', ...terms, name: 'Neu', version })).status).toBe(303)
  const late = await list.send({ action: 'change', ...terms, name: 'Alt', version })
  expect([late.status, late.fault]).toEqual([422, expect.stringContaining('The manager')])
  expect((await list.send({ action: 'import', rows: 'BAT\t1', mode: 'replace', version })).status).toBe(422)
  const both = ['BAT\t1', 'FAN\t2'].map((rows) => list.send({ action: 'import', rows, mode: 'add', version }))
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303])
  expect((await list.page()).rowCount).toBe(2)
  expect((await list.page()).name).toBe('Neu')
})

test('a list that is in force is ended before it is deleted, and a later last day brings it back', async () => {
  await using list = await shopWithPriceList()
  expect((await list.send({ action: 'remove', sure: 'yes' })).fault).toContain('in force')
  list.clock.advance(60)
  await list.send({ action: 'end' })
  expect((await list.page()).state).toBe('over')
  expect((await list.send({ action: 'end' })).status).toBe(422)
  const { version, fields } = await list.page()
  await list.send({ action: 'change', version, ...fields, until: '2027-01-01' })
  expect(await list.page()).toMatchObject({ state: 'runs', endsAt: '2027-01-01T23:00:00.000Z' })
  await list.send({ action: 'end' })
  expect((await list.send({ action: 'remove' })).fault).toContain('Tick the box')
  expect((await list.send({ action: 'remove', sure: 'yes' })).location).toContain('/console/price-lists')
  for (const table of ['price_lists', 'price_list_rows', 'price_list_buyers', 'price_list_changes'] as const)
    expect(await list.shop.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('who may not see customers learns nothing of the buyers and keeps them', async () => {
  await using list = await shopWithPriceList()
  const { version } = await list.page()
  const editor = at(list.shop, await signedIn(list.shop, 'editor'), list.id)
  expect((await editor.page()).fields).toMatchObject({ customers: '', organizations: '' })
  expect((await editor.send({ action: 'change', ...terms, version })).status).toBe(403)
  const query = { q: 'anna@example.se' }
  const asEditor = await signedIn(list.shop, 'editor')
  expect((await contentOf(list.shop, asEditor, priceListsScreen, { query })).rows).toEqual([])
})

test('a form that is sent again without its too large file asks for the file and keeps what was typed', async () => {
  await using list = await shopWithPriceList()
  const { shop, who, id } = list
  const file = new File([new Uint8Array(900_000)], 'new prices.csv')
  const form = { action: 'import', rows: 'BAT\t300,01', mode: 'replace', file }
  const lost = await visit(shop, newBrowser(), priceListScreen, { params: { id }, form })
  if (!(lost instanceof Response)) throw new Error('Somebody who was signed out is let in.')
  const [, again = ''] = (await lost.text()).split('<form')
  const hidden = [...again.matchAll(/name="([^"]*)" value="([^"]*)"/g)]
  const sent = Object.fromEntries(hidden.map(([, field = '', value = '']) => [field, value]))
  expect(sent).toEqual({ action: 'import', rows: 'BAT\t300,01', mode: 'replace', 'lost-file:file': 'new prices.csv' })
  const answer = await visit(shop, who, priceListScreen, { params: { id }, form: sent })
  if (answer instanceof Response || !('values' in answer.page)) throw new Error('The form is not shown again.')
  expect(answer.status).toBe(422)
  expect(answer.page.fault).toBe(
    'Nothing is saved yet: new prices.csv was too large to wait here. Choose the file again and send the form; ' +
      'what you typed is kept.',
  )
  expect(answer.page.values).toMatchObject({ action: 'import', rows: 'BAT\t300,01', mode: 'replace' })
  // Without the refusal the typed rows alone would have replaced the list.
  expect(await list.rows()).toEqual([])
})
