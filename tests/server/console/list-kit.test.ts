import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { runScreen } from '../../../src/server/console/runs/run-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { insertAuditEntry } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const key = '0190a0c0-0000-7000-8000-000000000001'

async function entries(
  shop: Shop,
  count: number,
  over: { id?: string; at?: string; note?: string } = {},
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at += 1)
      await insertAuditEntry(trx, {
        id: `kit-${at}`,
        at: '2026-11-23T10:00:00.000Z',
        staff_id: null,
        actor: 'kit',
        address: 'command',
        operation: `kit.${at}`,
        subject_kind: 'list',
        subject_id: String(at),
        subject: '',
        before: '{}',
        after: '{}',
        note: '',
        ...over,
      })
  })
}

async function xlsxOf(shop: Shop, browser: Browser, query: Record<string, string>) {
  const file = await visit(shop, browser, auditScreen, { query, form: { action: 'export', format: 'xlsx' } })
  if (!(file instanceof Response)) throw new Error('no file')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { file, bytes, rows: await readSheet(new Blob([bytes])) }
}

describe('a file of a list', () => {
  test('is a workbook of every page in the chosen columns, without formulas or broken characters', async () => {
    await using shop = await fixtureShop()
    const browser = await signedIn(shop, 'owner')
    await entries(shop, 2_105, { note: '=cmd|calc\u0001\u{1f600}<&"' })
    const query = { q: 'kit', column: 'operation', sort: 'at' }
    const { file, bytes, rows } = await xlsxOf(shop, browser, query)
    expect(file.headers.get('Content-Disposition')).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.xlsx"/)
    expect(rows).toHaveLength(2_106)
    expect(rows[1]).toEqual(['kit.0 =cmd|calc\u{1f600}<&"'])
    expect(rows.at(-1)?.[0]).toMatch(/^kit\.2104 /)
    const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect(sheet).not.toContain('<f>')
  })

  test('has amounts that spreadsheets add up, with their currencies beside them', async () => {
    await using shop = await fixtureShop()
    const one = await confirmed(shop, [['FAN', 2]])
    const two = await confirmed(shop, [['FAN', 1]])
    await shop.db.updateTable('orders').set({ currency: 'EUR', total: 1_234_567 }).where('id', '=', two).execute()
    const sum = await orderById(shop.db, one)
    const browser = await signedIn(shop, 'owner')
    const search = '?column=number&column=total&sort=number'
    const file = async (format: string) => {
      const made = await visit(shop, browser, ordersScreen, { search, form: { action: 'export', format } })
      if (!(made instanceof Response)) throw new Error('no file')
      return made
    }
    const amounts = [
      [(sum?.total ?? 0) / 100, 'SEK'],
      [12_345.67, 'EUR'],
    ]
    const [head, ...rows] = await readSheet(new Blob([await (await file('xlsx')).arrayBuffer()]))
    expect(head).toEqual(['Order', 'Total', 'Currency'])
    expect(rows.map((row) => row.slice(1))).toEqual(amounts)
    const lines = (await (await file('csv')).text()).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',').slice(1))).toEqual(
      amounts.map(([amount, currency]) => [String(amount), currency]),
    )
  })

  test('is sent as text while it is made, in parts between which others have their turn', async () => {
    await using shop = await fixtureShop()
    const browser = await signedIn(shop, 'owner')
    await entries(shop, 1_600, { note: 'x'.repeat(100) })
    const file = await visit(shop, browser, auditScreen, { form: { action: 'export', format: 'csv' } })
    if (!(file instanceof Response) || !file.body) throw new Error('no file')
    expect(file.headers.get('Cache-Control')).toContain('no-transform')
    const turns = { count: 0 }
    const others = setInterval(() => (turns.count += 1), 0)
    const parts: number[] = []
    let text = ''
    for await (const part of file.body) {
      parts.push(part.length)
      text += Buffer.from(part).toString()
    }
    clearInterval(others)
    expect(text.split('\r\n').length).toBeGreaterThan(1_600)
    expect(parts.length).toBeGreaterThan(2)
    expect(Math.max(...parts)).toBeLessThan(100_000)
    expect(turns.count).toBeGreaterThan(0)
  })

  test('ends with an error, not with a part of the list, when the database fails', async () => {
    await using shop = await fixtureShop()
    const browser = await signedIn(shop, 'owner')
    await entries(shop, 10)
    const file = await visit(shop, browser, auditScreen, { form: { action: 'export', format: 'xlsx' } })
    await shop.db.schema.alterTable('audit_log').renameTo('audit_log_gone').execute()
    await expect(file instanceof Response && file.arrayBuffer()).rejects.toThrow()
    await shop.db.schema.alterTable('audit_log_gone').renameTo('audit_log').execute()
  })
})

test('columns stand in the order of the address, each once, and unknown ones are left out', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner')
  const search = '?column=total&column=number&column=total&column=__proto__'
  const result = await contentOf(shop, browser, ordersScreen, { search })
  expect(result.columns.filter(({ isShown }) => isShown).map(({ name }) => name)).toEqual(['total', 'number'])
  expect(result.columns.map(({ name }) => name)).toHaveLength(9)
})

test('what people look for most is one click away, and is marked while nothing else narrows the list', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner')
  const presets = async (search: string) => (await contentOf(shop, browser, ordersScreen, { search })).presets
  const [toPack, , held] = await presets('')
  expect(toPack).toEqual({ name: 'to pack', query: 'status=confirmed', isShown: false })
  expect(held).toEqual({ name: 'On hold', query: 'held=yes', isShown: false })
  const shown = async (search: string) =>
    (await presets(search)).filter(({ isShown }) => isShown).map(({ query }) => query)
  expect(await shown('?status=confirmed&q=&held=&sort=-total')).toEqual(['status=confirmed'])
  expect(await shown('?status=confirmed&held=yes')).toEqual([])
  expect(await shown('?status=confirmed&q=anna')).toEqual([])
})

test('a day begins and ends by the clock of the shop’s country', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner')
  await entries(shop, 1, { at: '2026-11-22T22:59:59.999Z' })
  const count = async (query: Record<string, string>) =>
    (await contentOf(shop, browser, auditScreen, { query: { q: 'kit', ...query } })).count
  expect(await count({ from: '2026-11-22', to: '2026-11-22' })).toBe(1)
  expect(await count({ from: '2026-11-23' })).toBe(0)
  expect(await count({ to: '2026-11-21' })).toBe(0)
  await entries(shop, 1, { id: 'kit-later', at: '2026-11-22T23:00:00.000Z' })
  expect(await count({ from: '2026-11-23', to: '2026-11-23' })).toBe(1)
  expect(await count({ to: '2026-11-22' })).toBe(1)
  for (const odd of ['9999-12-31', '0000-01-01', '2026-13-01', "2026-11-22'"])
    expect(await count({ from: odd, to: odd })).toBe(2)
})

describe('choosing every row that matches', () => {
  const three = async (shop: Shop) => [
    await confirmed(shop, [['FAN', 1]]),
    await confirmed(shop, [['FAN', 1]]),
    await confirmed(shop, [['BAT', 1]]),
  ]
  const query = { status: 'confirmed' }

  test('asks with the number first, and then does it with exactly these rows', async () => {
    await using shop = await fixtureShop()
    const ids = await three(shop)
    await cancelOrder(shop, { orderId: ids[2] ?? '', actor: 'operator', reason: '' })
    const browser = await signedIn(shop, 'owner')
    const ask = { query, form: { action: 'ship', key, all: '2' } }
    const asked = await contentOf(shop, browser, ordersScreen, ask)
    expect(asked.question).toEqual({
      action: 'ship',
      label: 'Mark as shipped',
      key,
      count: 2,
      before: null,
      reason: '',
    })
    expect(await statusOf(shop, ids[0] ?? '')).toBe('confirmed')
    const sure = { query, form: { ...ask.form, sure: 'yes' } }
    const { location } = await outcome(shop, browser, ordersScreen, sure)
    const id = decodeURIComponent(/runs\/([^?]+)/.exec(location ?? '')?.[1] ?? '')
    const run = await contentOf(shop, browser, runScreen, { params: { id } })
    expect([run.isDone, run.counts]).toEqual([true, { waiting: 0, done: 2, refused: 0 }])
    expect(run.back).toContain('?status=confirmed')
    expect(await Promise.all(ids.map((each) => statusOf(shop, each)))).toEqual(['shipped', 'shipped', 'cancelled'])
  })

  test('asks again with both numbers when there are more or fewer by now', async () => {
    await using shop = await fixtureShop()
    const ids = await three(shop)
    const browser = await signedIn(shop, 'owner')
    const form = { action: 'ship', key, all: '2', sure: 'yes' }
    const { question } = await contentOf(shop, browser, ordersScreen, { query, form })
    expect([question?.before, question?.count]).toEqual([2, 3])
    expect(await statusOf(shop, ids[0] ?? '')).toBe('confirmed')
    for (const all of ['-1', '0x3', '03', '1e9', 'NaN', '3.0000001'])
      expect((await contentOf(shop, browser, ordersScreen, { query, form: { ...form, all } })).question?.count).toBe(3)
  })

  test('says when nothing matches', async () => {
    await using shop = await fixtureShop()
    const browser = await signedIn(shop, 'owner')
    const form = { action: 'ship', key, all: '1', sure: 'yes' }
    const refused = await outcome(shop, browser, ordersScreen, { query: { q: 'nobody' }, form })
    expect([refused.status, refused.fault]).toEqual([422, 'Choose at least one row first.'])
  })
})
