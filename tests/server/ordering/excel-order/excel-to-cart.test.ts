import { describe, expect, test } from 'vitest'
import { LogInToOrder } from '../../../../src/contracts/calls/order-auth.ts'
import { logInToOrder } from '../../../../src/server/ordering/account/order-login.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { orderTemplate } from '../../../../src/tools/order-template/write-templates.ts'
import { addCustomer, ask, mailedToken, tokensOf, type Tokens } from '../../identity/shopper.ts'
import { bought, fixtureShop, movableClock, aForm } from '../checkout/buyer.ts'
import { upload, workbook, type Rows } from './uploads.ts'

/** A shop with a signed-in customer who has 20 percent off everything for power. */
async function shopWithCustomer(clock = movableClock()) {
  const shop = await fixtureShop(clock)
  const email = await addCustomer(shop, { id: 'anna' })
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'd', customer_id: 'anna', organization_id: null, discount_category: 'power', percent: 20 })
    .execute()
  return {
    shop,
    bearer: (await tokensOf(shop, email)).access_token,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const order: Rows = [
  ['Artikelnummer', 'Antal'],
  ['BAT', 5],
  ['FAN', 2],
]

describe('spec 7: POST /excel-to-cart', () => {
  test('answers the list of cart items, priced like the cart [7.excel-to-cart.answer]', async () => {
    await using anna = await shopWithCustomer()
    const { status, lines } = await upload(anna.shop, { file: workbook(order), bearer: anna.bearer })
    expect(status).toBe(200)
    expect(
      lines.map(({ sku, quantity, price, ordinary_price, discount_category }) => ({
        sku,
        quantity,
        price,
        ordinary_price,
        discount_category,
      })),
    ).toEqual([
      { sku: 'BAT', quantity: 5, price: 449, ordinary_price: 449, discount_category: 'power' },
      { sku: 'FAN', quantity: 2, price: 99, ordinary_price: 99, discount_category: null },
    ])
    expect(lines[0]).toMatchObject({
      name: 'bat del',
      product_id: 'bat',
      pricing: [{ q: 1 }, { q: 5 }, { q: 10 }],
      thumb: { width: 96 },
    })
    expect(lines[0]).not.toHaveProperty('vat_rate')
  })

  test('takes pasted rows in place of a file', async () => {
    await using anna = await shopWithCustomer()
    const { lines } = await upload(anna.shop, { rows: 'bat\t1\nfan;2\nram 3', bearer: anna.bearer })
    expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['BAT', 1],
      ['FAN', 2],
      ['RAM', 3],
    ])
  })

  test("with preview=1 returns the result of every row, with the customer's own prices", async () => {
    await using anna = await shopWithCustomer()
    const rows: Rows = [
      ['Vår beställning', null],
      [null, null],
      ['Art.nr', 'Antal', 'Märkning'],
      ['bat', 4, 'bord 1'],
      ['BAT-FEW', 10],
      ['BAT-OUT', 1],
      ['BATT', 1],
      ['FAN', 'två'],
      ['f3 ygt', 1],
      ['RAM', null],
      ['ZZQX-99', 2],
      ['KB', 1],
      [null, 7],
    ]
    const { preview } = await upload(anna.shop, { file: workbook(rows), preview: true, bearer: anna.bearer })
    expect(
      preview.rows.map(({ rows, number, status, sku, asked, quantity }) => [
        rows,
        number,
        status,
        sku,
        asked,
        quantity,
      ]),
    ).toEqual([
      [[4, 9], 'bat', 'ok', 'BAT', '5', 5],
      [[5], 'BAT-FEW', 'adjusted', 'BAT-FEW', '10', 3],
      [[6], 'BAT-OUT', 'gone', 'BAT-OUT', '1', 0],
      [[7], 'BATT', 'unknown', null, '1', 0],
      [[8], 'FAN', 'bad_quantity', null, 'två', 0],
      [[11], 'ZZQX-99', 'unknown', null, '2', 0],
      [[12], 'KB', 'unknown', null, '1', 0],
      [[13], '', 'no_number', null, '7', 0],
    ])
    const [bat, few, , batt, , none, kb] = preview.rows
    expect(bat?.total).toEqual({ inc: 5 * 35_920, ex: 5 * 28_736 })
    expect(preview.items.inc).toBe((bat?.total?.inc ?? 0) + (few?.total?.inc ?? 0))
    expect(batt?.suggestions[0]).toEqual({ sku: 'BAT', name: 'bat del' })
    expect(none?.suggestions).toEqual([])
    expect(kb?.suggestions.map(({ sku }) => sku)).toEqual(['KB-US', 'KB-NORDIC', 'KB-DE'])
  })

  test('spec 9: more than the stock, or than 5000, is adjusted; rows of one part share its stock', async () => {
    await using anna = await shopWithCustomer()
    const { preview } = await upload(anna.shop, {
      rows: 'ODD-PRICE 4000\nODD-PRICE 4000\nKIT 9\nRAM 9',
      preview: true,
      bearer: anna.bearer,
    })
    expect(preview.rows.map(({ sku, asked, quantity, status }) => [sku, asked, quantity, status])).toEqual([
      ['ODD-PRICE', '8000', 5000, 'adjusted'],
      ['KIT', '9', 4, 'adjusted'],
      ['RAM', '9', 1, 'adjusted'],
    ])
  })

  test('a part without a price is told from one that is sold out', async () => {
    await using anna = await shopWithCustomer()
    await anna.shop.db.deleteFrom('prices').where('product_id', '=', 'fan').execute()
    const { preview } = await upload(anna.shop, { rows: 'FAN 2\nBAT-OUT 1', preview: true, bearer: anna.bearer })
    expect(preview.rows.map(({ sku, quantity, status }) => [sku, quantity, status])).toEqual([
      ['FAN', 0, 'no_price'],
      ['BAT-OUT', 0, 'gone'],
    ])
  })

  test('an older number leads to its replacement, a typing error to the nearest number', async () => {
    await using anna = await shopWithCustomer()
    const { preview } = await upload(anna.shop, {
      rows: '0dm3-wc 1\nF3YHT 1\nscrew-0 1',
      preview: true,
      bearer: anna.bearer,
    })
    expect(preview.rows.map(({ status, sku, suggestions }) => [status, sku, suggestions[0]?.sku])).toEqual([
      ['ok', 'BAT', undefined],
      ['unknown', null, 'BAT'],
      ['unknown', null, expect.stringMatching(/^SCREW-/)],
    ])
  })

  test('5,000 rows are accepted, one more is rejected', async () => {
    await using anna = await shopWithCustomer()
    const rows = (count: number): Rows => [
      ['SKU', 'Qty'],
      ...Array.from({ length: count }, (_, at) => [`SCREW-${String((at % 30) + 1).padStart(2, '0')}`, 1]),
    ]
    const most = await upload(anna.shop, { file: workbook(rows(5_000)), preview: true, bearer: anna.bearer })
    expect(most.preview.rows.reduce((sum, row) => sum + row.rows.length, 0)).toBe(5_000)
    for (const count of [5_001, 9_000])
      expect((await upload(anna.shop, { file: workbook(rows(count)), bearer: anna.bearer })).code).toBe('too_many_rows')
    expect((await upload(anna.shop, { rows: 'FAN 1\n'.repeat(5_001), bearer: anna.bearer })).code).toBe('too_many_rows')
  })

  test('changes nothing on the server', async () => {
    await using anna = await shopWithCustomer()
    const count = async () => (await anna.shop.db.selectFrom('carts').selectAll().execute()).length
    await upload(anna.shop, { file: workbook(order), bearer: anna.bearer })
    expect(await count()).toBe(0)
  })
})

describe('spec 6: the Excel order is for signed-in account customers', () => {
  test('a visitor gets 401, an order guest 403', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await bought(shop, [['FAN', 1]], aForm({ email: 'gast@example.se' }))
    const guest = (
      await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token: await mailedToken(shop, 'gast@example.se') } })
    ).answer as Tokens
    expect(await upload(shop, { file: workbook(order) })).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await upload(shop, { file: workbook(order), bearer: 'a-token-of-nobody' })).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
    expect(await upload(shop, { file: workbook(order), bearer: guest.access_token })).toMatchObject({
      status: 403,
      code: 'wrong_scope',
    })
  })

  test('60 uploads in ten minutes are the maximum', async () => {
    await using anna = await shopWithCustomer()
    const tries = (shop: Shop, bearer: string) => upload(shop, { rows: 'FAN 1', bearer })
    for (let at = 0; at < 60; at += 1) expect((await tries(anna.shop, anna.bearer)).status).toBe(200)
    expect(await tries(anna.shop, anna.bearer)).toMatchObject({ status: 429, code: 'too_many_tries' })
  })
})

describe('spec 5: order upload accepts only .xlsx files', () => {
  test.each([
    ['order.xls', workbook(order)],
    ['order.csv', workbook(order)],
    ['order.xlsm', workbook(order)],
    ['order', workbook(order)],
    ['order.xlsx.exe', workbook(order)],
    ['order.xlsx', 'Artikelnummer;Antal\nFAN;2'],
    ['order.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['order.xlsx', '<html>'],
    ['order.xlsx', '%PDF-1.7'],
  ])('%s by name and content [5.order-upload]', async (name, file) => {
    await using anna = await shopWithCustomer()
    expect(await upload(anna.shop, { name, file, bearer: anna.bearer })).toMatchObject({
      status: 422,
      code: 'not_xlsx',
    })
  })

  test('upper case in the extension is accepted', async () => {
    await using anna = await shopWithCustomer()
    expect((await upload(anna.shop, { name: 'ORDER.XLSX', file: workbook(order), bearer: anna.bearer })).status).toBe(
      200,
    )
  })

  test('the downloadable template is read, and reported as empty', async () => {
    await using anna = await shopWithCustomer()
    for (const language of ['en', 'sv'] as const)
      expect((await upload(anna.shop, { file: orderTemplate(language), bearer: anna.bearer })).code).toBe('no_rows')
  })
})
