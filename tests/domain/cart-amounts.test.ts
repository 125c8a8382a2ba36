import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartAmounts, lessVat, orderTotals, type Amount, type CartAmounts } from '../../src/domain/cart-amounts.ts'
import { currencies, currencyByCode, type Currency, type CurrencyCode } from '../../src/domain/currencies.ts'
import { oracleAmounts, withDelivery, type OracleAmount, type OracleAmounts } from '../oracle/amounts.ts'
import { minorUnits, stepOf } from '../oracle/prices.ts'
import { aCoupon } from './a-coupon.ts'
import { aLine } from './a-line.ts'
import { anyCart, anyCoupons, anyCurrency, anyLine, anyPersonal } from './any-cart.ts'

const numRuns = 10_000

const asNumber = ({ inc, ex }: OracleAmount): Amount => ({ inc: Number(inc), ex: Number(ex) })

/** The oracle's answer in the shape of the code's; every figure of both is a whole number of minor units. */
function expected({ lines, items, discount, total }: OracleAmounts): CartAmounts {
  return {
    lines: lines.map(({ percent, unit, total: line, share }) => ({ percent, unit: asNumber(unit), total: asNumber(line), share: asNumber(share) })),
    items: asNumber(items), discount: asNumber(discount), total: asNumber(total),
  }
}

function inCurrency(code: CurrencyCode): Currency {
  const found = currencyByCode(code)
  if (!found) throw new Error(code)
  return found
}

test('spec 9: every unit, line, sum and share costs what the oracle says, to the minor unit, in every currency [9.price.stored] [9.discount.largest]', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, ({ lines, currency }, coupons, personal) => {
    const said = cartAmounts(lines, { currency, coupons, personal })
    const right = expected(oracleAmounts(lines, { currency: currency.code, coupons, personal }))
    expect(said.lines.map(({ share, ...line }) => ({ ...line, share: share.inc }))).toEqual(right.lines.map(({ share, ...line }) => ({ ...line, share: share.inc })))
    expect([said.items, said.discount.inc, said.total.inc]).toEqual([right.items, right.discount.inc, right.total.inc])
  }), { numRuns })
})

test('spec 9: a fixed discount takes VAT off each line as the line has it, so that what is given away leaves none', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, ({ lines, currency }, coupons, personal) => {
    const said = cartAmounts(lines, { currency, coupons, personal })
    expect(said).toEqual(expected(oracleAmounts(lines, { currency: currency.code, coupons, personal })))
    expect(said.total.ex).toBeGreaterThanOrEqual(0)
    expect(said.total.inc).toBeGreaterThanOrEqual(said.total.ex)
  }), { numRuns })
  const free = cartAmounts([aLine({ price: 12.99, vat: 25.5, quantity: 5_000 })], { currency: inCurrency('EUR'), coupons: [aCoupon({ fixed_amount: 100_000 })] })
  expect(free.total).toEqual({ inc: 0, ex: 0 })
})

test('spec 9: nothing is ever off by a minor unit: lines add up, shares add up, what is left is the total', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 50_000 }), ({ lines, currency }, coupons, personal, fee) => {
    const said = cartAmounts(lines, { currency, coupons, personal })
    const sum = (pick: (line: CartAmounts['lines'][number]) => number) => said.lines.reduce((total, line) => total + pick(line), 0)
    expect(said.items).toEqual({ inc: sum(({ total }) => total.inc), ex: sum(({ total }) => total.ex) })
    expect(said.discount).toEqual({ inc: sum(({ share }) => share.inc), ex: sum(({ share }) => share.ex) })
    for (const { share, total } of said.lines) expect(share.inc >= 0 && share.inc <= total.inc).toBe(true)
    const delivery = { inc: fee, ex: Math.round(fee * 0.8) }
    expect(orderTotals(said, delivery)).toEqual({
      items: said.items, discount: said.discount, delivery,
      total: { inc: said.items.inc - said.discount.inc + delivery.inc, ex: said.items.ex - said.discount.ex + delivery.ex },
    })
    const right = oracleAmounts(lines, { currency: currency.code, coupons, personal })
    expect(BigInt(orderTotals(said, delivery).total.inc)).toBe(withDelivery(right, { inc: BigInt(delivery.inc), ex: BigInt(delivery.ex) }).inc)
  }), { numRuns })
})

test('under reverse charge the amounts without VAT are all that is paid, and they add up', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 50_000 }), ({ lines, currency }, coupons, personal, fee) => {
    const said = cartAmounts(lines, { currency, coupons, personal, reverseCharge: true })
    const right = expected(oracleAmounts(lines, { currency: currency.code, coupons, personal }))
    const paid = ({ ex }: Amount): Amount => ({ inc: ex, ex })
    expect(said).toEqual({
      lines: right.lines.map(({ percent, unit, total, share }) => ({ percent, unit: paid(unit), total: paid(total), share: paid(share) })),
      items: paid(right.items), discount: paid(right.discount), total: paid(right.total),
    })
    const sum = (pick: (line: CartAmounts['lines'][number]) => number) => said.lines.reduce((total, line) => total + pick(line), 0)
    said.lines.forEach(({ unit, total }, at) => expect(total.inc).toBe(unit.inc * (lines[at]?.quantity ?? 0)))
    expect([said.items.inc, said.discount.inc]).toEqual([sum(({ total }) => total.inc), sum(({ share }) => share.inc)])
    const delivery = lessVat({ inc: fee, ex: Math.round(fee * 0.8) })
    expect(orderTotals(said, delivery).total).toEqual(paid({ inc: 0, ex: said.items.ex - said.discount.ex + delivery.ex }))
  }), { numRuns: 2_000 })
})

test('spec 9: a unit including VAT is a whole step of its currency, even when a stored price is not [9.price.whole-kronor]', () => {
  fc.assert(fc.property(fc.array(anyLine, { maxLength: 4 }), anyCoupons, anyCurrency, (lines, coupons, currency) => {
    const said = cartAmounts(lines, { currency, coupons })
    for (const { unit } of said.lines) expect(BigInt(unit.inc) % stepOf(currency.code)).toBe(0n)
    expect(said.items.inc).toBe(Number(oracleAmounts(lines, { currency: currency.code, coupons }).items.inc))
  }), { numRuns })
})

test('spec 9: the dearest cart there may be is counted as exactly as the cheapest', () => {
  const price = fc.integer({ min: 0, max: 1_000_000_000 }).map((minor) => minor / 100)
  const dear = fc.array(fc.record({ price, quantity: fc.integer({ min: 4_000, max: 5_000 }) }).map(aLine), { minLength: 1, maxLength: 100 })
  const fixed = fc.integer({ min: 0, max: 1_000_000_000 }).map((minor) => [aCoupon({ fixed_amount: minor / 100, percentage_discount: 7.5 })])
  fc.assert(fc.property(dear, fixed, (lines, coupons) => {
    const said = cartAmounts(lines, { currency: inCurrency('EUR'), coupons })
    const right = expected(oracleAmounts(lines, { currency: 'EUR', coupons }))
    expect(said.lines.map(({ share }) => share.inc)).toEqual(right.lines.map(({ share }) => share.inc))
    expect([said.items, said.total.inc]).toEqual([right.items, right.total.inc])
  }), { numRuns: 500 })
})

test('spec 9: removing a coupon never makes a cart cheaper, and without any the full price is paid', () => {
  fc.assert(fc.property(anyCart, anyCoupons, anyPersonal, fc.nat({ max: 4 }), ({ lines, currency }, coupons, personal, at) => {
    const withAll = cartAmounts(lines, { currency, coupons, personal }).total.inc
    expect(cartAmounts(lines, { currency, coupons: coupons.filter((_, index) => index !== at), personal }).total.inc).toBeGreaterThanOrEqual(withAll)
    expect(cartAmounts(lines, { currency }).total.inc).toBe(lines.reduce((sum, { price, quantity }) => sum + Number(minorUnits(price)) * quantity, 0))
  }), { numRuns })
})

test('spec 9: carts worked out by hand', () => {
  const kronor = { currency: inCurrency('SEK') }
  const ten = aCoupon({ percentage_discount: 10 })
  expect(cartAmounts([], kronor)).toEqual({ lines: [], items: { inc: 0, ex: 0 }, discount: { inc: 0, ex: 0 }, total: { inc: 0, ex: 0 } })
  expect(cartAmounts([aLine({ price: 188, quantity: 10 })], { ...kronor, coupons: [ten] }).items).toEqual({ inc: 169_000, ex: 135_200 })
  expect(cartAmounts([aLine({ price: 7.99, quantity: 3 })], { currency: inCurrency('EUR') }).lines[0]).toMatchObject({ unit: { inc: 799, ex: 639 }, total: { inc: 2_397, ex: 1_917 } })
  expect(cartAmounts([aLine({ price: 5 }), aLine({ price: 5 }), aLine({ price: 5 })], { ...kronor, coupons: [aCoupon({ fixed_amount: 10 })] }).lines.map(({ share }) => share.inc))
    .toEqual([334, 333, 333])
  expect(currencies.map((currency) => cartAmounts([aLine({ price: 25 })], { currency, coupons: [ten] }).items.inc)).toEqual([2_300, 2_300, 2_300, 2_250, 2_250, 2_250])
})
