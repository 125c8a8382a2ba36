import type { Place } from './fault.ts'

const constantsTest = ['tests/domain/constants.test.ts']
const discountTest = ['tests/domain/cart/discounts.test.ts']
const discounts = 'src/domain/cart/discounts.ts'
const currencies = 'src/domain/money/currencies.ts'
const written = 'src/i18n/money.ts'

/** The constants of section 9 for rounding, reducing and formatting prices. */
export const pricePlaces: readonly Place[] = [
  {
    name: '0 decimals in SEK',
    file: currencies,
    from: "code: 'SEK', displayDecimals: 0",
    to: ["code: 'SEK', displayDecimals: 2"],
    tests: constantsTest,
  },
  {
    name: '0 decimals in NOK',
    file: currencies,
    from: "code: 'NOK', displayDecimals: 0",
    to: ["code: 'NOK', displayDecimals: 2"],
    tests: constantsTest,
  },
  {
    name: '0 decimals in DKK',
    file: currencies,
    from: "code: 'DKK', displayDecimals: 0",
    to: ["code: 'DKK', displayDecimals: 2"],
    tests: constantsTest,
  },
  {
    name: '2 decimals elsewhere',
    file: currencies,
    from: "code: 'EUR', displayDecimals: 2",
    to: ["code: 'EUR', displayDecimals: 0"],
    tests: constantsTest,
  },
  {
    name: '2 decimals without VAT',
    file: written,
    from: 'return written(amount, currency, language, 2)\n}\n\n/**\n * An amount to pay',
    to: ['return written(amount, currency, language, 0)\n}\n\n/**\n * An amount to pay'],
    tests: constantsTest,
  },
  {
    name: 'öre below 10 kr',
    file: written,
    from: 'roundedFrom: Minor = 1_000',
    to: ['roundedFrom: Minor = 100', 'roundedFrom: Minor = 0', 'roundedFrom: Minor = 2_000'],
    tests: constantsTest,
  },
  { name: 'exact sums', file: written, from: 'isWhole ? 0 : 2', to: ['0', '2'], tests: constantsTest },
  {
    name: 'half a krona up',
    file: written,
    from: 'Math.round(Math.abs(amount) / 100)',
    to: ['Math.floor(Math.abs(amount) / 100)', 'Math.ceil(Math.abs(amount) / 100)'],
    tests: constantsTest,
  },
  {
    name: 'exchanged to 2 decimals',
    file: 'src/domain/money/product-prices.ts',
    from: 'Number((numerator * 2n + denominator) / (denominator * 2n))',
    to: [
      'Number((numerator * 2n + denominator * 100n) / (denominator * 200n)) * 100',
      'Number(numerator / denominator)',
    ],
    tests: ['tests/domain/money/product-prices.test.ts'],
  },
  {
    name: 'reduced to 2 decimals',
    file: discounts,
    from: '10_000 - Math.round(percent * 100), 10_000)',
    to: ['10_000 - Math.round(percent * 100), 1_000_000) * 100'],
    tests: ['tests/domain/cart/cart-amounts.test.ts'],
  },
  {
    name: 'price / VAT factor',
    file: 'src/domain/money/vat.ts',
    from: '10_000 + rate)\n',
    to: ['10_000)\n', '10_001 + rate)\n'],
    tests: constantsTest,
  },
  {
    name: 'rounded percent',
    file: 'src/domain/money/price-tiers.ts',
    from: 'divideRounded((before - now) * 100, before)',
    to: [
      'Math.floor((before - now) * 100 / before)',
      'Math.ceil((before - now) * 100 / before)',
      '(before - now) * 100 / before',
    ],
    tests: constantsTest,
  },
  {
    name: 'stored to 2 decimals',
    file: 'src/domain/money/money.ts',
    from: '(major * 100)',
    to: ['(major * 10)', '(major * 1_000)'],
    tests: constantsTest,
  },
  {
    name: 'max(group, 1)',
    file: 'src/domain/money/price-tiers.ts',
    from: 'Math.max(Math.trunc(groupSize), 1)',
    to: ['Math.max(Math.trunc(groupSize), 2)', 'Math.min(Math.trunc(groupSize), 1)', 'Math.trunc(groupSize)'],
    tests: constantsTest,
  },
  {
    name: 'mini cart total',
    file: 'src/domain/cart/cart-lines.ts',
    from: 'sum + lineTotal(line)',
    to: ['sum', 'lineTotal(line)', 'sum + line.price'],
    tests: ['tests/domain/cart/cart-lines.test.ts'],
  },
  {
    name: 'no discount if bound',
    file: discounts,
    from: 'if (isBound(line) || line.campaign || isGiftCard(line)) return 0',
    to: ['', 'if (isBound(line) || isGiftCard(line)) return 0', 'if (line.campaign || isGiftCard(line)) return 0'],
    tests: discountTest,
  },
  {
    name: 'largest discount',
    file: discounts,
    from: 'return Math.max(\n    maxima.global',
    to: ['return Math.min(\n    maxima.global', 'return maxima.global + Math.max(\n    0'],
    tests: discountTest,
  },
]
