import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLine,
  cartLine,
  cartTotal,
  changeQuantity,
  clampQuantity,
  isBound,
  itemCount,
  lineTotal,
  type CartLine,
} from '../../src/domain/cart/cart-lines.ts'
import { isBound as isBoundByOracle } from '../oracle/discounts.ts'
import { added, changed, quantityOf } from '../oracle/lines.ts'
import { minorUnits } from '../oracle/prices.ts'
import { cases } from '../support/cases.ts'
import { aLine } from './a-line.ts'
import { anyLine } from './any-cart.ts'

const numRuns = cases(10_000)

/** Two products with their own price lists, one without. */
const pricing: Record<string, CartLine['pricing']> = {
  fan: [
    { q: 1, p: 100 },
    { q: 5, p: 90 },
    { q: 10, p: 80.5 },
  ],
  cable: [
    { q: 20, p: 7.99 },
    { q: 2, p: 8.99 },
    { q: 1, p: 9.99 },
  ],
  loose: [],
}
const interval = fc.constantFrom(null, undefined, { id: '30', name: 'monthly' }, { id: '90', name: 'quarterly' })
const product = fc.constantFrom('fan', 'cable', 'loose')
const shopLine = fc.tuple(anyLine, product, interval).map(([line, id, every]): CartLine => ({
  ...line,
  product_id: id,
  sku: id.toUpperCase(),
  pricing: pricing[id] ?? [],
  subscription_interval: every,
}))
const shopLines = fc
  .array(shopLine, { maxLength: 6 })
  .map((lines) => lines.map((line, at) => ({ ...line, uuid: `old-${at}` })))
const anyNumber = fc.oneof(
  fc.integer({ min: -5, max: 20 }),
  fc.integer({ min: 4_990, max: 5_010 }),
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e308, -1e308, 2 ** 53, -0, 0.999),
)

test(
  'spec 4: adding merges into the line of the same product when neither came by cross-sell, bundle or coupon' +
    ' [4.cart-add.merge] [4.cart-add.bound] [4.cart-add.append]',
  () => {
    fc.assert(
      fc.property(shopLines, shopLine, (lines, line) => {
        const unpriced = (all: CartLine[]) => all.map((each) => ({ ...each, price: 0 }))
        expect(unpriced(addLine(lines, line, () => 'new'))).toEqual(unpriced(added(lines, line, 'new')))
      }),
      { numRuns },
    )
  },
)

test('spec 4: adding to a line sets the price of the highest tier reached', () => {
  fc.assert(
    fc.property(
      shopLines,
      shopLine.filter((line) => !isBound(line)),
      (lines, line) => {
        const known = addLine(lines, line, () => 'first')
        expect(addLine(known, line, () => 'new')).toEqual(added(known, line, 'new'))
      },
    ),
    { numRuns },
  )
})

test(
  'spec 4: a quantity above 0 sets the price of the highest tier reached, 0 removes the line' +
    ' [4.quantity.update] [4.quantity.tier] [4.quantity.remove]',
  () => {
    const uuid = fc.constantFrom('old-0', 'old-1', 'old-5', 'unknown', '__proto__')
    fc.assert(
      fc.property(shopLines, uuid, anyNumber, (lines, name, quantity) => {
        expect(changeQuantity(lines, name, quantity)).toEqual(changed(lines, name, quantity))
      }),
      { numRuns: cases(20_000) },
    )
  },
)

test(
  'spec 5: a quantity is an integer within range, and non-numbers become 0 first' +
    ' [5.quantity.integer] [5.quantity.clamped] [5.quantity.non-numbers]',
  () => {
    const range = fc.constantFrom([0, 5_000], [1, 100], [3, 3], [0, 0]).map(([min = 0, max = 0]) => ({ min, max }))
    fc.assert(
      fc.property(anyNumber, range, (value, { min, max }) => {
        expect(clampQuantity(value, min, max) - quantityOf(value, min, max)).toBe(0)
        expect(clampQuantity(value) - quantityOf(value)).toBe(0)
      }),
      { numRuns: cases(20_000) },
    )
    const noNumbers = ['', ' ', 'abc', '--', '.', 'NaN', null, undefined, {}, [], '<1>', '__proto__', () => 3]
    for (const typed of noNumbers)
      expect([clampQuantity(typed), clampQuantity(typed, 1, 100)], String(typed)).toEqual([0, 1])
    const partlyNumbers = [
      '12abc',
      '1 00',
      '1,00,0',
      '5 stk',
      '0x10',
      '1 0000',
      '1.2.3',
      '12 34',
      '0 500',
      '1,000.5',
      '1 000,000',
    ]
    for (const typed of partlyNumbers)
      expect([clampQuantity(typed), clampQuantity(typed, 1, 100)], typed).toEqual([0, 1])
    expect(
      ['1 000', '1,000', '1.000', "1'000", '1\u00a0000', '1\u202f000', '4 321', '1 000 000', '+7', '2e3'].map((typed) =>
        clampQuantity(typed),
      ),
    ).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 4_321, 5_000, 7, 2_000])
    expect(['7', ' 7 ', '7.9', '7,9', '-7', '5001', '1e308'].map((typed) => clampQuantity(typed))).toEqual([
      7, 7, 7, 7, 0, 5_000, 5_000,
    ])
  },
)

test(
  'spec 4: quantities stay integers from 1 to 5000, and uuids unique, whatever is added' +
    ' [9.quantity.maximum] [4.cart-add.uuid]',
  () => {
    fc.assert(
      fc.property(fc.array(shopLine, { maxLength: 12 }), (lines) => {
        let next = 0
        const cart = lines.reduce<CartLine[]>((all, line) => addLine(all, line, () => `new-${next++}`), [])
        for (const { quantity } of cart)
          expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 5_000).toBe(true)
        expect(new Set(cart.map(({ uuid }) => uuid)).size).toBe(cart.length)
        const isFree = (line: CartLine) => !isBoundByOracle(line)
        const free = cart.filter(isFree).map((line) => `${line.product_id} ${line.subscription_interval?.id ?? ''}`)
        expect(new Set(free).size).toBe(free.length)
      }),
      { numRuns },
    )
  },
)

test('spec 4: adding an invalid quantity does not change an existing line', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      anyNumber.filter((quantity) => !(quantity >= 1)),
      (quantity, none) => {
        const after = addLine([aLine({ quantity })], aLine({ quantity: none }), () => 'new')
        expect(after.map((line) => line.quantity)).toEqual([quantity])
        expect(addLine([], aLine({ quantity: none }), () => 'new')).toEqual([])
      },
    ),
    { numRuns },
  )
})

test("spec 9: the mini cart's total is the sum of price times quantity, to the minor unit [9.total.mini-cart]", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      const exact = lines.reduce((sum, { price, quantity }) => sum + minorUnits(price) * BigInt(quantity), 0n)
      expect(BigInt(lines.reduce((sum, line) => sum + lineTotal(line), 0))).toBe(exact)
      expect(minorUnits(cartTotal(lines))).toBe(exact)
      expect(itemCount(lines)).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0))
    }),
    { numRuns },
  )
})

test('spec 2: cross-sell, bundle and coupon lines are bound', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      expect(isBound(line)).toBe(isBoundByOracle(line))
    }),
    { numRuns },
  )
})

test('spec 3: a stored or sent line with an invalid number is rejected [3.cart-item.fields]', () => {
  const figures = [-0.01, -1, -1e308, 1e308, Number.NaN, Infinity, -Infinity, '1', [1], {}, null, true]
  for (const field of ['price', 'ordinary_price', 'quantity', 'vat'] as const) {
    for (const figure of figures)
      expect(cartLine.safeParse({ ...aLine(), [field]: figure }).success, `${field} ${String(figure)}`).toBe(false)
  }
  for (const quantity of [0.5, 5_001, 2 ** 53]) expect(cartLine.safeParse({ ...aLine(), quantity }).success).toBe(false)
  for (const p of [-1, 1e308, Number.NaN, '1'])
    expect(cartLine.safeParse({ ...aLine(), pricing: [{ q: 1, p }] }).success).toBe(false)
  for (const campaign of ['true', 1, null, undefined])
    expect(cartLine.safeParse({ ...aLine(), campaign }).success).toBe(false)
  for (const added_by_coupon of [1, true, {}])
    expect(cartLine.safeParse({ ...aLine(), added_by_coupon }).success).toBe(false)
  fc.assert(
    fc.property(
      fc.oneof(fc.double(), fc.anything()),
      fc.constantFrom('price', 'quantity', 'vat', 'pricing', 'group_id', '__proto__', 'constructor'),
      (value, field) => {
        const parsed = cartLine.safeParse({ ...aLine(), [field]: value })
        if (!parsed.success) return
        expect(Number.isSafeInteger(lineTotal(parsed.data)) && lineTotal(parsed.data) >= 0).toBe(true)
        expect(Object.getPrototypeOf(parsed.data)).toBe(Object.prototype)
      },
    ),
    { numRuns },
  )
})
