import { expect, test } from 'vitest'
import { invoiceScreen } from '../../../src/server/console/invoices/invoice-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { billed } from '../ordering/invoices/billed.ts'
import { delivered } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

test('a seller credits an amount of an order, is told what is wrong, and the log says how much and why', async () => {
  await using shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'seller'), await delivered(shop, [['FAN', 2]])]
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  const { version, key, may, creditLeft } = await contentOf(shop, seller, orderScreen, { params })
  expect([may.credit, creditLeft]).toEqual([true, 24_700])
  const form = { action: 'credit_amount', version, key, amount: '49,50', reason: 'En repa' }
  const send = (changes: object) => outcome(shop, seller, orderScreen, { params, form: { ...form, ...changes } })
  for (const amount of ['', 'x', '-1', '0', '1e3'])
    expect((await send({ amount })).fault).toBe('An amount is more than 0, such as 249.50.')
  expect((await send({ amount: '247.01' })).fault).toBe('At most SEK\u00a0247.00 is left to credit.')
  expect((await send({ reason: '' })).fault).toBe('Write why the amount is credited.')
  expect((await send({ version: '1' })).status).toBe(422)
  const both = await Promise.all([send({}), send({})])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  const page = await contentOf(shop, seller, orderScreen, { params })
  expect(page.creditLeft).toBe(19_750)
  expect(page.refunds).toMatchObject([{ amount: 4_950, reason: 'En repa', actor: 'The seller' }])
  const entries = await shop.db
    .selectFrom('audit_log')
    .select(['after', 'actor'])
    .where('operation', '=', 'orders.credit_amount')
    .execute()
  expect(entries).toHaveLength(1)
  expect(entries[0]?.after).toContain('4950')
})

test('an accountant credits an amount of an invoice, and what is open is less', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const accountant = await signedIn(shop, 'accountant')
  const { number, total } = await billed(shop, clock)
  const params = { number }
  const { version, key, creditLeft } = await contentOf(shop, accountant, invoiceScreen, { params })
  expect(creditLeft).toBe(total)
  const form = { action: 'credit_amount', version, key, amount: '100', reason: 'Sen leverans' }
  expect((await outcome(shop, accountant, invoiceScreen, { params, form })).status).toBe(303)
  const page = await contentOf(shop, accountant, invoiceScreen, { params })
  expect(page.sums).toMatchObject({ credited: 10_000, open: total - 10_000 })
  expect(page.documents.map(({ kind }) => kind)).toContain('credit_note')
})
