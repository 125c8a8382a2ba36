import { expect, test } from 'vitest'
import { invoicesScreen } from '../../../../src/server/console/invoices/invoices-page.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'
import { contentOf, signedIn } from '../../console/at-console.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { delivered } from './parcels.ts'

const setPrefix = (shop: Shop, prefix: string) => setSettings(shop, ['payment.invoicePrefix', prefix])
const billed = (shop: Shop) => delivered(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
const numbers = async ({ db }: Shop): Promise<string[]> =>
  (await db.selectFrom('documents').select('number').orderBy('issued_at').orderBy('number').execute()).map(
    ({ number }) => number,
  )
const digits = (all: readonly string[]) => all.map((number) => Number(number.slice(-6))).toSorted((a, b) => a - b)

test('another prefix counts from the next invoice or credit note on, whose digits go on', async () => {
  await using shop = await fixtureShop()
  const orderId = await billed(shop)
  await setPrefix(shop, 'INV-')
  expect(await numbers(shop)).toEqual(['F100001'])
  await billed(shop)
  const { refund } = await refundOrder(shop, { orderId, actor: 'operator', reason: '', withDelivery: true })
  expect(refund.number).toBe('INV-100003')
  await delivered(shop, [['FAN', 1]])
  await setPrefix(shop, 'F')
  await billed(shop)
  expect((await numbers(shop)).toSorted()).toEqual(['F100001', 'F100004', 'INV-100002', 'INV-100003', 'K100001'])
})

test('the console finds invoices by their digits, whatever stands before them', async () => {
  await using shop = await fixtureShop()
  await billed(shop)
  await setPrefix(shop, '2026-')
  await billed(shop)
  const who = await signedIn(shop, 'accountant')
  const found = async (q: string) =>
    (await contentOf(shop, who, invoicesScreen, { query: { q } })).rows.map(({ id }) => id)
  for (const text of ['2026-100002', '100002', '#2026-100002']) expect(await found(text)).toEqual(['2026-100002'])
  for (const text of ['F100001', 'f100001', '100001']) expect(await found(text)).toContain('F100001')
})

test('invoices that are issued while the prefix changes have different digits without gaps', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  const change = (prefix: string) =>
    changeSettings(shop.db, [['payment.invoicePrefix', prefix]], { by: 'operator:test', now: shop.now() })
  const bill = async () => {
    for (let time = 0; time < 3; time += 1) await billed(shop)
  }
  await Promise.all([bill(), change('A-'), bill()])
  const all = await numbers(shop)
  expect(digits(all)).toEqual([100_001, 100_002, 100_003, 100_004, 100_005, 100_006])
  expect(all.every((number) => /^(?:F|A-)\d{6}$/.test(number))).toBe(true)
})

test('an operator sets it, and what could be the number of another document is refused', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  for (const prefix of [
    'K',
    'R',
    'Q',
    'P',
    'INVK',
    'A1',
    '1',
    '',
    '-',
    '--',
    'f',
    'Å',
    'A ',
    '=F',
    'A/',
    'TOOLONGFF',
    'F\n',
  ])
    expect([prefix, (await run('settings', 'set', 'payment.invoicePrefix', JSON.stringify(prefix))).code]).toEqual([
      prefix,
      1,
    ])
  expect(await json('settings', 'get', 'payment.invoicePrefix')).toBe('F')
  expect((await run('settings', 'set', 'payment.invoicePrefix', '2026-')).code).toBe(0)
  expect((await run('numbers', 'list')).out).toMatch(/invoices +2026-100001/)
  expect((await run('numbers', 'set', 'invoices', '300001')).out).toContain('2026-300001; it was 2026-100001')
  expect((await run('settings', 'set', 'payment.invoicePrefix', 'INV')).code).toBe(0)
  await billed(commands.shop)
  expect(await numbers(commands.shop)).toEqual(['INV300001'])
})
