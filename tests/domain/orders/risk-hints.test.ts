import { expect, test } from 'vitest'
import { riskHints, type RiskFacts } from '../../../src/domain/orders/risk-hints.ts'

const usual: RiskFacts = {
  deliveryCountry: 'SE',
  billingCountry: 'SE',
  ordersWithinDay: 1,
  hasOrderedBefore: false,
  total: 49_900,
  currency: 'SEK',
  failedPayments: 0,
}
const kinds = (facts: Partial<RiskFacts>) => riskHints({ ...usual, ...facts }).map(({ kind }) => kind)

test('an ordinary order has no hint', () => expect(riskHints(usual)).toEqual([]))

test('each fact is named with what it was found in', () => {
  const facts = { deliveryCountry: 'DE', ordersWithinDay: 7, total: 1_000_000, failedPayments: 5 }
  expect(riskHints({ ...usual, ...facts })).toEqual([
    { kind: 'other_country', delivery: 'DE', billing: 'SE' },
    { kind: 'many_orders', count: 7 },
    { kind: 'large_first', total: 1_000_000 },
    { kind: 'failed_payments', count: 5 },
  ])
})

test('limits: the last ordinary value and the first that is named', () => {
  expect([kinds({ ordersWithinDay: 3 }), kinds({ ordersWithinDay: 4 })]).toEqual([[], ['many_orders']])
  expect([kinds({ failedPayments: 2 }), kinds({ failedPayments: 3 })]).toEqual([[], ['failed_payments']])
  expect([kinds({ total: 999_999 }), kinds({ total: 1_000_000 })]).toEqual([[], ['large_first']])
})

test('a guest has no other country, and a large order of a known buyer is none', () => {
  expect(kinds({ billingCountry: null, deliveryCountry: 'DE' })).toEqual([])
  expect(kinds({ hasOrderedBefore: true, total: 9_000_000 })).toEqual([])
})

test('a large amount depends on the currency', () => {
  expect(kinds({ currency: 'EUR', total: 100_000 })).toEqual(['large_first'])
  expect(kinds({ currency: 'SEK', total: 100_000 })).toEqual([])
})
