import { describe, expect, test } from 'vitest'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { formatCookieCart, parseCookieCart } from '../../../../src/domain/cart/cookie-cart.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { where } from '../../identity/page-visit.ts'
import { aForm, fixtureShop, look, swedish } from '../checkout/buyer.ts'
import { list, listWith, partsOf, people, shownList } from './list-keeper.ts'

describe('the lines of a list', () => {
  test('show price for the quantity, stock and arrival, and the successor of a part no longer sold', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'BAT 5\nBAT-FEW 4\nBAT-COMING\nBAT-UNPRICED\nKB-US\nRAM 2')
    await shop.db.updateTable('products').set({ status: 'draft' }).where('sku', '=', 'RAM').execute()
    const replaced = { product_id: 'fan', number: 'RAM', normalized: 'RAM', kind: 'replaces' as const }
    await shop.db.insertInto('part_numbers').values(replaced).execute()
    const { lines, total } = await shownList(shop, anna, id)
    expect(
      lines.map(({ sku, unit, total: sum, stock, possible, incomingAt }) => [
        sku,
        unit?.inc,
        sum?.inc,
        stock,
        possible,
        incomingAt?.slice(0, 10),
      ]),
    ).toEqual([
      ['BAT', 44_900, 224_500, 'in_stock', 5, undefined],
      ['BAT-FEW', 29_900, 119_600, 'few_left', 3, undefined],
      ['BAT-COMING', 29_900, 29_900, 'incoming', 0, '2026-07-01'],
      ['BAT-UNPRICED', undefined, undefined, 'no_price', 0, undefined],
      ['KB-US', 54_900, 54_900, 'in_stock', 1, undefined],
      ['RAM', undefined, undefined, null, 0, undefined],
    ])
    expect(total).toEqual({ inc: 428_900, ex: 343_120 })
    expect(lines[5]).toMatchObject({
      name: 'ram del',
      path: null,
      successor: { sku: 'FAN', path: '/sv/produkt/fan-del' },
    })
    expect(where(await list(shop, anna, id, { form: { replace: 'ram' } }))).toMatch(/#part-fan$/)
    expect((await partsOf(shop, anna, id)).at(-1)).toEqual(['FAN', 2])
  })

  test('are saved with their notes, moved, and removed; what is typed elsewhere is saved as well', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN\nBAT\nRAM')
    const press = (form: Record<string, string>) => list(shop, anna, id, { form })
    expect(where(await press({ action: 'save', 'quantity:fan': '7', 'note:bat': ' till\nsal  2 ' }))).toMatch(
      /saved=1$/,
    )
    expect((await shownList(shop, anna, id)).lines[1]?.note).toBe('till sal 2')
    await press({ up: 'ram', 'quantity:fan': '8' })
    await press({ down: 'fan' })
    await press({ up: 'ram' })
    expect(await partsOf(shop, anna, id)).toEqual([
      ['RAM', 1],
      ['FAN', 8],
      ['BAT', 1],
    ])
    await press({ remove: 'fan', 'note:fan': 'borta' })
    expect(await partsOf(shop, anna, id)).toEqual([
      ['RAM', 1],
      ['BAT', 1],
    ])
    expect(await press({ action: 'save', 'quantity:bat': 'x', 'quantity:ram': '3' })).toMatchObject({
      status: 422,
      page: { fault: 'quantity' },
    })
    await press({ action: 'save', 'quantity:bat': '99999', 'quantity:unknown': '3', 'note:ram': 'n'.repeat(500) })
    const { lines } = await shownList(shop, anna, id)
    expect(lines.map(({ quantity, note }) => [quantity, note.length])).toEqual([
      [1, 120],
      [5000, 10],
    ])
  })

  test('go into the cart as far as they are in stock, all or one, with what is missing said', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN 2\nBAT-FEW 4\nBAT-OUT')
    const cookies = new Map<string, string>()
    const answer = where(await list(shop, anna, id, { form: { action: 'cart' }, cookies }))
    expect(answer).toBe(`303 /sv/my-account/lists/${id}?cart=2`)
    expect(cookies.get('cart')).toContain(
      formatAtc([
        { sku: 'FAN', quantity: 2 },
        { sku: 'BAT-FEW', quantity: 3 },
      ]),
    )
    const { report } = await shownList(shop, anna, id, '?cart=2')
    expect([report?.parts, report?.short.map(({ sku }) => sku)]).toEqual([2, ['BAT-FEW', 'BAT-OUT']])
    await list(shop, anna, id, { form: { cart: 'fan' }, cookies })
    expect(cookies.get('cart')).toContain(
      formatAtc([
        { sku: 'FAN', quantity: 4 },
        { sku: 'BAT-FEW', quantity: 3 },
      ]),
    )
    expect((await shownList(shop, anna, id, '?cart=1&line=fan')).report).toMatchObject({ line: 'fan del', short: [] })
  })

  test('go into an empty cart when the customer has ordered what was in it', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN 2')
    const items = [{ sku: 'RAM', quantity: 1 }]
    const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
    const seen = await look(shop, checkoutId)
    const form = aForm({ payment_method: 'sandbox' })
    const asked = { checkoutId, form, context: swedish(), customerId: 'anna', seen }
    expect(await placeOrder(shop, asked)).toMatchObject({ kind: 'placed' })
    const cookies = new Map([['cart', formatCookieCart({ items, checkoutId }) ?? '']])
    await list(shop, anna, id, { form: { action: 'cart' }, cookies })
    expect(parseCookieCart(cookies.get('cart')).items).toEqual([{ sku: 'FAN', quantity: 2 }])
  })

  test('keep to the limit of cart lines and say how many did not fit', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN\nBAT\nRAM')
    const small = { ...shop, env: { ...shop.env, CART_LINES_CUSTOMER: 2 } }
    expect(where(await list(small, anna, id, { form: { action: 'cart' } }))).toMatch(/\?cart=2&left_out=1$/)
    expect((await shownList(shop, anna, id, '?cart=2&left_out=1')).report?.leftOut).toBe(1)
  })
})

describe('pasted part numbers', () => {
  test('are added only when all are known, or when the known ones are asked for', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN 2')
    const rows = 'FAN\t3\nNO-SUCH 4\nf3ygt; 2\nKB\n;6'
    expect(await list(shop, anna, id, { form: { action: 'paste', rows } })).toMatchObject({
      status: 422,
      page: {
        typed: { rows },
        unknown: [
          { number: 'NO-SUCH', row: 2 },
          { number: 'KB', row: 4 },
          { number: '', row: 5, suggestions: [] },
        ],
        lines: [{ quantity: 2 }],
      },
    })
    expect(where(await list(shop, anna, id, { form: { action: 'paste_known', rows } }))).toMatch(/\?added=2$/)
    expect(await partsOf(shop, anna, id)).toEqual([
      ['FAN', 5],
      ['BAT', 2],
    ])
    for (const nothing of ['', ' \n '])
      expect(await list(shop, anna, id, { form: { action: 'paste', rows: nothing } })).toMatchObject({
        page: { fault: 'nothing_to_add' },
      })
  })
})
