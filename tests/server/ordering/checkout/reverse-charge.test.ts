import { describe, expect, test } from 'vitest'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { type ViesMood } from '../../../support/fake-vies.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { checkoutWith, countOf, movableClock, swedish } from './buyer.ts'
import { number, shopAsking, post, looked, orderOf, linesOf, placed } from './reverse-charge-buyer.ts'
import { openCheckout } from './visit-checkout.ts'

describe('reverse charge', () => {
  test('a confirmed number removes VAT from lines, discount, delivery and sum, and is stored', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(
      shop,
      [
        ['FAN', 3],
        ['MANUAL', 2],
      ],
      ['FIXED50'],
    )
    const taxed = await looked(shop, checkoutId, { vat_number: '' })
    expect(taxed).toMatchObject({ vat: { state: 'none', reverseCharge: null, isAsked: false } })
    expect(await looked(shop, checkoutId, { action: 'vat' }, taxed.seen)).toMatchObject({
      vat: { state: 'confirmed', isAsked: true },
      changes: [],
    })
    const free = await looked(shop, checkoutId, {}, taxed.seen)
    expect(free).toMatchObject({
      errors: {},
      vat: { state: 'confirmed', reverseCharge: number },
      changes: [{ kind: 'vat', state: 'confirmed' }],
      form: { vat_number: 'de 136.695.976' },
    })
    const { items, discount, delivery, total } = taxed.totals
    for (const [sum, was] of [
      [free.totals.items, items],
      [free.totals.discount, discount],
      [free.totals.delivery, delivery],
      [free.totals.total, total],
    ])
      expect(sum).toEqual({ inc: was?.ex, ex: was?.ex })
    expect(free.deliveries.map(({ price }) => price)).toEqual(
      taxed.deliveries.map(({ price: { ex } }) => ({ inc: ex, ex })),
    )
    const order = await placed(shop, checkoutId)
    expect(order).toMatchObject({
      total: total.ex,
      vat_total: 0,
      delivery_vat: 0,
      discount_vat: 0,
      vat_number: number,
      consultation_number: 'WAPI1',
      reverse_charge: 1,
    })
    const lines = await linesOf(shop)
    expect(
      lines.every(
        (line) =>
          line.vat_rate === 0 &&
          line.vat_total === 0 &&
          line.discount_share_vat === 0 &&
          line.line_total === line.unit_price * line.quantity,
      ),
    ).toBe(true)
    expect(lines.reduce((sum, line) => sum + line.line_total - line.discount_share, 0) + order.delivery_total).toBe(
      order.total,
    )
    expect((await shop.db.selectFrom('payment_attempts').select('amount').executeTakeFirstOrThrow()).amount).toBe(
      order.total,
    )
    expect(vies.asked).toHaveLength(1)
  })

  test('a refused number is reported at the field and places nothing; without it the order includes VAT', async () => {
    await using at = await shopAsking()
    at.vies.mood = 'unknown'
    const { shop } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const page = await looked(shop, checkoutId)
    expect(page).toMatchObject({
      errors: { vat_number: 'vat_number_refused' },
      vat: { state: 'refused', reverseCharge: null },
    })
    expect(await post(shop, checkoutId, {}, page.seen)).toMatchObject({
      kind: 'page',
      page: { errors: { vat_number: 'vat_number_refused' } },
    })
    expect(await looked(shop, checkoutId, { vat_number: 'DE123' })).toMatchObject({
      errors: { vat_number: 'vat_number_invalid' },
    })
    expect(await countOf(shop, 'orders')).toBe(0)
    expect(await placed(shop, checkoutId, { vat_number: '' })).toMatchObject({
      vat_number: null,
      consultation_number: null,
      reverse_charge: 0,
    })
    expect((await linesOf(shop))[0]).toMatchObject({ vat_rate: 1900 })
  })

  test.each<ViesMood>(['MS_UNAVAILABLE', 503])(
    'when nobody can tell (%s), the shopper is told, and may go on with VAT or try again',
    async (mood) => {
      await using at = await shopAsking()
      const { shop, vies } = at
      const checkoutId = await checkoutWith(shop, [['FAN', 1]])
      const { seen } = await looked(shop, checkoutId, { vat_number: '' })
      vies.mood = mood
      const told = await post(shop, checkoutId, {}, seen)
      expect(told).toMatchObject({
        kind: 'page',
        page: { errors: {}, vat: { state: 'unavailable' }, changes: [{ kind: 'vat', state: 'unavailable' }] },
      })
      expect(await countOf(shop, 'orders')).toBe(0)
      if (told.kind === 'page') expect(await post(shop, checkoutId, {}, told.page.seen)).toMatchObject({ kind: 'go' })
      const order = await orderOf(shop, checkoutId)
      expect(order).toMatchObject({ vat_number: number, consultation_number: null, reverse_charge: 0 })
      expect(order?.vat_total).toBeGreaterThan(0)
    },
  )

  test('a change since the page was shown is shown before ordering: confirmed, lost, expired', async () => {
    const clock = movableClock()
    await using at = await shopAsking(clock)
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    vies.mood = 'MS_UNAVAILABLE'
    const taxed = await looked(shop, checkoutId)
    vies.mood = 'known'
    const found = await post(shop, checkoutId, {}, taxed.seen)
    expect(found).toMatchObject({
      page: {
        vat: { state: 'confirmed' },
        changes: [{ kind: 'vat', state: 'confirmed' }],
        totals: { total: { inc: taxed.totals.total.ex } },
      },
    })
    clock.advance(24 * 3600)
    vies.mood = 'MS_UNAVAILABLE'
    const seen = found.kind === 'page' ? found.page.seen : ''
    const lost = await post(shop, checkoutId, {}, seen)
    expect(lost).toMatchObject({
      page: {
        vat: { state: 'unavailable' },
        changes: [{ kind: 'vat', state: 'unavailable' }],
        totals: { total: { inc: taxed.totals.total.inc } },
      },
    })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test('VAT stays for a private person, a forged flag or form and a later change of country', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const { seen } = await looked(shop, checkoutId)
    for (const [changes, country] of [
      [{ customer_kind: 'private' }, 'DE'],
      [{ country: 'SE', postal_code: '111 22', organization_number: '556036-0793' }, 'SE'],
    ] as const) {
      const page = await looked(shop, checkoutId, {
        ...changes,
        reverse_charge: '1',
        isReverseCharged: 'true',
        vat: 'confirmed',
      })
      expect(page, country).toMatchObject({ vat: { reverseCharge: null } })
      expect(page.totals.total.inc).toBeGreaterThan(page.totals.total.ex)
      expect(await post(shop, checkoutId, changes, seen)).toMatchObject({
        kind: 'page',
        page: { changes: [{ kind: 'vat' }] },
      })
    }
    vies.mood = 'MS_UNAVAILABLE'
    expect(await looked(shop, checkoutId, { vat_number: 'ATU13585627' }, seen)).toMatchObject({
      vat: { state: 'unavailable', reverseCharge: null },
    })
    const order = await placed(shop, checkoutId, { customer_kind: 'private' })
    expect(order).toMatchObject({ vat_number: null, reverse_charge: 0, consultation_number: null })
    expect(order.vat_total).toBeGreaterThan(0)
  })

  test("a number of the seller's own country is kept for the invoice and does not remove VAT", async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const order = await placed(shop, checkoutId, {
      country: 'SE',
      postal_code: '111 22',
      organization_number: '559999-4612',
      vat_number: 'SE 559999-4612 01',
    })
    expect(order).toMatchObject({
      vat_number: 'SE559999461201',
      reverse_charge: 0,
      consultation_number: null,
      vat_total: 2_960,
    })
    expect(vies.asked).toEqual([])
  })

  test('outside the EU no VAT is charged, with a number or without', async () => {
    await using at = await shopAsking()
    const { shop, vies } = at
    for (const [country, code] of [
      ['NO', '0150'],
      ['CH', '8001'],
      ['US', '10001'],
      ['GB', 'SW1A 1AA'],
    ] as const) {
      for (const changes of [{}, { customer_kind: 'private' }]) {
        const { totals, vat } = await looked(
          shop,
          await checkoutWith(shop, [
            ['FAN', 2],
            ['MANUAL', 1],
          ]),
          { country, postal_code: code, ...changes },
        )
        expect([totals.items.inc, totals.delivery.inc, totals.total.inc, vat.reverseCharge]).toEqual([
          totals.items.ex,
          totals.delivery.ex,
          totals.total.ex,
          null,
        ])
      }
    }
    expect(vies.asked).toEqual([])
  })

  test("a customer's checkout starts with the organization's number", async () => {
    await using at = await shopAsking()
    const { shop } = at
    await addCustomer(shop, { id: 'buyer' })
    await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer' } })
    await shop.db.updateTable('organizations').set({ vat_number: number }).execute()
    const checkoutId = await storeCart(shop, swedish('DE'), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'buyer',
    })
    expect(await openCheckout(shop, 'en', checkoutId, { customerId: 'buyer' })).toMatchObject({
      page: { form: { vat_number: number, country: 'DE' }, vat: { state: 'confirmed', reverseCharge: number } },
    })
  })
})
