import { expect, test } from 'vitest'
import { setNextNumber } from '../../../../src/server/ordering/documents/change-numbers.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'
import { buy, checkoutWith, fixtureShop } from '../checkout/buyer.ts'
import { confirmed, delivered } from './parcels.ts'

const by = { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') }

async function orderNumbers({ db }: Shop): Promise<number[]> {
  return (await db.selectFrom('orders').select('number').orderBy('seq').execute()).map(({ number }) => Number(number))
}

test('orders go on at the number that was set, one by one', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['FAN', 1]])
  await setNextNumber(shop.db, 'orders', 250_001, by)
  await confirmed(shop, [['FAN', 1]])
  await confirmed(shop, [['FAN', 1]])
  expect(await orderNumbers(shop)).toEqual([100_001, 250_001, 250_002])
})

test('a new shop begins where its old one stopped', async () => {
  await using shop = await fixtureShop()
  expect(await setNextNumber(shop.db, 'orders', 700_000, by)).toMatchObject({ last: 699_999, next: 700_000 })
  await confirmed(shop, [['FAN', 1]])
  expect(await orderNumbers(shop)).toEqual([700_000])
})

test('invoices and credit notes, receipts and returns go on without gaps', async () => {
  await using shop = await fixtureShop()
  await setNextNumber(shop.db, 'invoices', 300_001, by)
  await setNextNumber(shop.db, 'returns', 400_001, by)
  const numbers: (string | undefined)[] = []
  for (let time = 0; time < 3; time += 1) {
    const orderId = await delivered(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
    numbers.push((await orderDocument(shop, orderId, 'invoice', 'sv'))?.number)
  }
  expect(numbers).toEqual(['F300001', 'F300002', 'F300003'])
  const orderId = await delivered(shop, [['FAN', 1]])
  const units = [{ position: 1, quantity: 1, reason: 'faulty' as const }]
  expect((await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })).number).toBe('R400001')
})

test('orders that are placed while the number is set are distinct, and none repeats another', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  const carts = await Promise.all(Array.from({ length: 12 }, () => checkoutWith(shop, [['FAN', 1]])))
  await confirmed(shop, [['FAN', 1]])
  const results = await Promise.allSettled([
    ...carts.slice(0, 6).map((id) => buy(shop, id)),
    setNextNumber(shop.db, 'orders', 100_004, by),
    ...carts.slice(6).map((id) => buy(shop, id)),
    setNextNumber(shop.db, 'orders', 100_020, by),
  ])
  for (const result of results)
    if (result.status === 'rejected')
      expect(String(result.reason)).toMatch(/was used|is the next number|in the meantime/)
  const numbers = await orderNumbers(shop)
  expect(numbers).toHaveLength(13)
  expect(new Set(numbers).size).toBe(13)
})

test('an operator sees the numbers; used, small and huge ones are refused', async () => {
  await using commands = await shopCommands()
  const { run, json, shop } = commands
  await confirmed(shop, [['FAN', 1]])
  expect((await run('numbers', 'list')).out).toMatch(/orders +100001 +100002\n/)
  for (const [args, expected, reason] of [
    [['orders', '100001'], 1, 'was used'],
    [['orders', '100002'], 1, 'is the next number already'],
    [['orders', '1'], 1, 'was used or is below the first'],
    [['orders', '9999999'], 1, 'more than 1000000 numbers'],
    [['invoices', '99999999'], 1, 'at most seven digits'],
    [['invoices', '100000'], 1, 'below the first number'],
    [['orders', '0x2'], 2, 'Name the next number'],
    [['orders', '1e6'], 2, 'Name the next number'],
    [['orders', '-5'], 2, ''],
    [['constructor', '200000'], 2, 'Name one of orders'],
  ] as const) {
    const { code, err } = await run('numbers', 'set', ...args)
    expect([args, code, err]).toEqual([args, expected, expect.stringContaining(reason)])
  }
  expect(await json('numbers', 'history')).toEqual([])
  expect((await run('numbers', 'set', 'invoices', '200001', '--by', 'eva')).out).toContain('F200001; it was F100001')
  expect((await run('numbers', 'set', 'invoices', '150000')).err).toContain('F150000 was used')
  expect(await json('numbers', 'history')).toMatchObject([
    { by: 'operator:eva', name: 'numbers.invoices', before: 100_001, after: 200_001 },
  ])
})
