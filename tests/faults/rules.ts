import { faultsAt, type Place } from './fault.ts'

const [lines, discounts, amounts] = ['src/domain/cart-lines.ts', 'src/domain/discounts.ts', 'src/domain/cart-amounts.ts']
const [tiers, prices, vat, money] = ['src/domain/price-tiers.ts', 'src/domain/product-prices.ts', 'src/domain/vat.ts', 'src/domain/money.ts']
const [codes, atc, postal] = ['src/domain/discount-codes.ts', 'src/domain/atc.ts', 'src/domain/postal-codes.ts']

const test = {
  lines: ['tests/domain/cart-lines.test.ts'],
  discounts: ['tests/domain/discounts.test.ts'],
  amounts: ['tests/domain/cart-amounts.test.ts'],
  edges: ['tests/domain/constants.test.ts', 'tests/domain/cart-lines.test.ts'],
  prices: ['tests/domain/product-prices.test.ts'],
  money: ['tests/domain/money.test.ts'],
  texts: ['tests/domain/texts.test.ts'],
  postal: ['tests/domain/postal-codes.test.ts'],
} as const

const places: readonly Place[] = [
  { name: 'largest discount', file: discounts, from: 'return Math.max(\n    maxima.global', to: ['return Math.min(\n    maxima.global'], tests: test.discounts },
  { name: 'bound lines', file: discounts, from: 'if (isBound(line) || line.campaign ||', to: ['if (line.campaign ||', 'if (isBound(line) ||', 'if ((isBound(line) && line.campaign) ||'], tests: test.discounts },
  { name: 'global discount', file: discounts, from: '\n    maxima.global,\n', to: ['\n'], tests: test.discounts },
  { name: 'group discount', file: discounts, from: '    own(maxima.groups, group),\n', to: [''], tests: test.discounts },
  { name: 'category discount', file: discounts, from: '    own(maxima.categories, category),\n', to: [''], tests: test.discounts },
  { name: 'personal discount', file: discounts, from: '    own(personal, category),\n', to: [''], tests: test.discounts },
  { name: 'excluded groups', file: discounts, from: '? 0 : rule.discount', to: ['? rule.discount : 0', '? rule.discount : rule.discount'], tests: test.discounts },
  { name: 'applied coupons', file: discounts, from: 'if (!applied || !percent)', to: ['if (!percent)'], tests: test.discounts },
  { name: 'maximum per group', file: discounts, from: 'Math.max(maxima[key] ?? 0, percent)', to: ['Math.min(maxima[key] ?? percent, percent)', 'percent'], tests: test.discounts },
  { name: 'maximum of all', file: discounts, from: 'Math.max(maxima.global, percent)', to: ['percent'], tests: test.discounts },
  { name: 'scoped coupons', file: discounts, from: 'scope.specific_groups.length + scope.specific_discount_categories.length === 0', to: ['scope.specific_groups.length === 0', 'true'], tests: test.discounts },
  { name: 'fixed amounts', file: discounts, from: 'applied && amount', to: ['amount'], tests: test.discounts },
  { name: 'fixed amounts, capped', file: discounts, from: 'Math.min(Math.max(sum, 0), subtotal)', to: ['sum'], tests: test.discounts },
  { name: 'reduced price', file: discounts, from: '10_000 - Math.round(percent * 100)', to: ['10_000 - Math.round(percent) * 100', '10_000 + Math.round(percent * 100)'], tests: test.discounts },
  { name: 'bound by cross-sell', file: lines, from: 'line.cross_selling_product_id || ', to: [''], tests: test.lines },
  { name: 'bound by bundle', file: lines, from: 'line.upselling_bundle_id || ', to: [''], tests: test.lines },
  { name: 'bound by coupon', file: lines, from: ' || line.added_by_coupon', to: [''], tests: test.lines },
  { name: 'merge, added is bound', file: lines, from: 'isBound(added) ? -1 : ', to: [''], tests: test.lines },
  { name: 'merge, line is bound', file: lines, from: '!isBound(line) && ', to: [''], tests: test.lines },
  { name: 'merge, same product', file: lines, from: 'line.product_id === added.product_id', to: ['line.product_id !== added.product_id'], tests: test.lines },
  { name: 'merge, quantity', file: lines, from: 'found.quantity + clampQuantity(added.quantity)', to: ['clampQuantity(added.quantity)', 'found.quantity'], tests: test.lines },
  { name: 'adding nothing', file: lines, from: 'if (clampQuantity(added.quantity) === 0) return [...lines]', to: [''], tests: ['tests/domain/oracle-lines.test.ts'] },
  { name: 'new line, uuid', file: lines, from: 'uuid: newUuid()', to: ['uuid: added.uuid'], tests: test.lines },
  { name: 'quantity 0 removes', file: lines, from: 'wanted === 0', to: ['wanted < 0', 'wanted <= 1'], tests: test.edges },
  { name: 'tier of the quantity', file: lines, from: 'tierFor(line.pricing, clamped)', to: ['tierFor(line.pricing, 1)', 'tierFor(line.pricing, line.quantity)'], tests: test.lines },
  { name: 'whole quantities', file: lines, from: 'Math.trunc(number)', to: ['number', 'Math.round(number)'], tests: test.lines },
  { name: 'non-numbers are 0', file: lines, from: 'Number.isNaN(number) ? 0', to: ['Number.isNaN(number) ? 1'], tests: test.lines },
  { name: 'clamped from below', file: lines, from: 'Math.max(min, ', to: ['Math.max(0, '], tests: test.lines },
  { name: 'line total', file: lines, from: 'toMinor(line.price) * line.quantity', to: ['toMinor(line.price)'], tests: test.lines },
  { name: 'tier is reached', file: tiers, from: 'tier.q <= quantity', to: ['tier.q < quantity'], tests: test.prices },
  { name: 'highest tier', file: tiers, from: 'tier.q > reached.q', to: ['tier.q < reached.q'], tests: test.prices },
  { name: 'nothing off', file: tiers, from: 'now < before ?', to: ['now <= 0 ?', 'true ?'], tests: test.prices },
  { name: 'campaign reference', file: prices, from: 'Math.min(first.p', to: ['Math.max(first.p'], tests: test.prices },
  { name: 'VAT factor', file: vat, from: 'divideRounded(incVat * 10_000, 10_000 + rate)', to: ['divideRounded(incVat * (10_000 - rate), 10_000)'], tests: test.money },
  { name: 'VAT begins', file: vat, from: 'row.valid_from > at', to: ['row.valid_from >= at'], tests: test.edges },
  { name: 'half away from zero', file: money, from: '(top + half)', to: ['top', '(top - half)'], tests: test.money },
  { name: 'ex VAT of a unit', file: amounts, from: 'exVat(unit, rateOf(line))', to: ['unit'], tests: test.amounts },
  { name: 'discount is taken off', file: amounts, from: 'items.inc - discount.inc', to: ['items.inc'], tests: test.amounts },
  { name: 'largest remainder', file: amounts, from: 'a.rest > b.rest ? -1 : 1', to: ['a.rest > b.rest ? 1 : -1'], tests: test.amounts },
  { name: 'codes have dashes', file: codes, from: '\\d-]', to: ['\\d]'], tests: test.discounts },
  { name: 'atc without nothing', file: atc, from: 'quantity > 0', to: ['quantity >= 0'], tests: test.texts },
  { name: 'Switzerland is CHE', file: postal, from: "country === 'CH' ? 'CHE' : country", to: ['country'], tests: test.postal },
  { name: 'all of a postal code', file: postal, from: ')$`)', to: [')`)'], tests: test.postal },
]

/** The rules of `domain/`, each with the slips that a hand could make in it. */
export const rules = faultsAt(places)
