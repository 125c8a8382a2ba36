import { describe, expect, test } from 'vitest'
import type { CheckoutPage } from '../../src/contracts/customer-pages/checkout-page.ts'
import type { OrderPage } from '../../src/contracts/customer-pages/order-page.ts'
import { begunCheckout, purchased } from '../../src/features/checkout/checkout-events.ts'
import { commerceOf, priceLessVat, trackedItem } from '../../src/features/tracking/page-event.ts'

const amount = (inc: number, ex: number) => ({ inc, ex })

const order: OrderPage = {
  number: '10001',
  status: 'confirmed',
  placedAt: '2026-11-21T06:00:00.000Z',
  email: 'anna.lind@example.com',
  currency: 'EUR',
  country: 'FI',
  lines: [
    {
      sku: 'A',
      name: 'Part A',
      quantity: 3,
      unit: amount(1_255, 1_000),
      total: amount(3_765, 3_000),
      everyDays: 0,
      vatPercent: 25.5,
    },
  ],
  totals: {
    items: amount(3_765, 3_000),
    discount: amount(251, 200),
    delivery: amount(628, 500),
    total: amount(4_142, 3_300),
  },
  coupons: [],
  giftCard: 0,
  isOnHold: false,
  toPay: 0,
  checkoutId: 'c',
  paymentMethod: 'invoice',
  references: { orderReference: '', costCentre: '', invoiceAddress: '', peppolId: '', message: '' },
  vatNumber: null,
  isReverseCharged: false,
  delivery: { kind: 'home', name: '', place: null },
  address: { name: 'Anna Lind', organization: '', line1: '', line2: '', postalCode: '', city: '', country: 'FI' },
}
const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))

describe('spec 4: purchase', () => {
  test('spec 4: purchase value is the total less VAT, with tax, currency, country and an id with #', () => {
    expect(parsed(purchased(order))).toEqual({
      event: 'purchase',
      ecommerce: {
        transaction_id: '#10001',
        value: 33,
        tax: 8.42,
        shipping: 5,
        currency: 'EUR',
        country: 'FI',
        items: [{ item_id: 'A', item_name: 'Part A', price: 10, quantity: 3 }],
      },
    })
  })

  test('spec 4: an order waiting for payment is no purchase, a paid one is in every later status', () => {
    expect(purchased({ ...order, status: 'pending_payment' })).toBeUndefined()
    expect(purchased({ ...order, status: 'shipped' })).toBe(purchased(order))
  })

  test('spec 4: it contains nothing personal', () => expect(purchased(order)).not.toMatch(/Anna|example/))
})

test('spec 4: begin_checkout is sent for a new checkout, not for one shown again with errors', () => {
  const page = { lines: [], currency: 'SEK', errors: {} } as unknown as CheckoutPage
  expect(parsed(begunCheckout(page))).toEqual({
    event: 'begin_checkout',
    ecommerce: { currency: 'SEK', value: 0, items: [] },
  })
  expect(begunCheckout({ ...page, errors: { email: 'email_invalid' } as CheckoutPage['errors'] })).toBeUndefined()
})

test('spec 4: an event’s value is the sum of its items', () => {
  const item = (price: number, vat: number, quantity: number) =>
    trackedItem({ sku: 'A', name: 'A', quantity }, priceLessVat(price, vat))
  expect(commerceOf([item(0.1 * 3, 0, 3), item(249, 25, 2), item(9.99, 25.5, 1)], 'SEK').value).toBe(407.26)
})
