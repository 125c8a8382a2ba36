import { couponState } from '../../domain/cart/coupon-states.ts'
import { currencyByCode, type CurrencyCode } from '../../domain/money/currencies.ts'
import { toMinor } from '../../domain/money/money.ts'
import { plainAmount } from '../../i18n/money.ts'
import { couponRulesJson, fixedAmountsJson } from '../../server/platform/db/json-columns.ts'
import { createCoupon, disableCoupon, enableCoupon, knownCoupon } from '../../server/pricing/discounts/edit-coupons.ts'
import { listCoupons } from '../../server/pricing/discounts/edit-queries.ts'
import type { CouponRow } from '../../server/pricing/discounts/queries.ts'
import {
  momentOf,
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- coupon <command> [options]

Discount codes. Works while the shop runs; changes take effect at once.

  list                          every coupon
  show CODE                     one coupon
  create CODE                   creates a coupon
      --percent N                 N percent off
      --amount SEK=50,EUR=5       a fixed amount off, by currency
      --adds SKU                  adds a free article
      --groups A,B | --excluded-groups A,B | --categories A,B
                                  applies to these groups, all but these, or these discount categories
      --minimum AMOUNT            minimum spend, in the currency of the shop's prices
      --limit N                   at most N uses
      --per-person N              at most N orders of each customer or e-mail address
      --free-delivery             the delivery costs nothing
      --from TIME --until TIME    such as 2026-12-01T08:00:00+01:00
  disable CODE                  ends it now; orders that used it keep it
  enable CODE                   lets it be used again, within its days and limits

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const

/** The `coupon` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'coupon',
  usage,
  commands: { list, show, create, disable, enable },
  options: {
    percent: text,
    amount: text,
    adds: text,
    groups: text,
    'excluded-groups': text,
    categories: text,
    minimum: text,
    limit: text,
    'per-person': text,
    'free-delivery': { type: 'boolean' },
    from: text,
    until: text,
  },
})

async function list({ db, now }: OperatorShop): Promise<Answer> {
  const coupons = (await listCoupons(db)).map(readable)
  const rows = coupons.map((each) => [
    each.code,
    whatOf(each),
    couponState(each, now().toISOString()).replace('_', ' '),
    `${each.used}${each.usage_limit === null ? '' : ` of ${each.usage_limit}`}`,
    minuteOf(each.starts_at),
    minuteOf(each.ends_at),
  ])
  return { data: coupons, lines: textTable(['CODE', 'WHAT', 'STATE', 'USED', 'FROM', 'UNTIL'], rows) }
}

async function show(shop: OperatorShop, given: Given): Promise<Answer> {
  const coupon = readable(await knownCoupon(shop, codeOf(given)))
  return {
    data: coupon,
    lines: Object.entries(coupon).map(([name, value]) => `${name.padEnd(20)}${cellText(value)}`.trimEnd()),
  }
}

function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '')
}

async function create(shop: OperatorShop, given: Given): Promise<Answer> {
  const percent = wholeNumber(given, 'percent', { min: 1, max: 100, otherwise: 0 })
  const coupon = await createCoupon(shop, {
    code: codeOf(given),
    percentage: percent === 0 ? null : percent,
    fixedAmounts: amountsOf(given),
    groups: listOf(given, 'groups'),
    excludedGroups: listOf(given, 'excluded-groups'),
    discountCategories: listOf(given, 'categories'),
    minimumSpend: toMinor(wholeNumber(given, 'minimum', { min: 0, max: 10_000_000, otherwise: 0 })),
    startsAt: momentOf(given, 'from') ?? null,
    endsAt: momentOf(given, 'until') ?? null,
    usageLimit: wholeNumber(given, 'limit', { min: 1, max: 1_000_000_000, otherwise: 0 }) || null,
    addsSku: textOf(given, 'adds') ?? null,
    personLimit: wholeNumber(given, 'per-person', { min: 1, max: 1_000_000, otherwise: 0 }) || null,
    isDeliveryFree: given.values['free-delivery'] === true,
  })
  return { data: readable(coupon), lines: [`The coupon ${coupon.code} is made: ${whatOf(readable(coupon))}.`] }
}

async function disable(shop: OperatorShop, given: Given): Promise<Answer> {
  const coupon = await disableCoupon(shop, codeOf(given))
  return { data: readable(coupon), lines: [`The coupon ${coupon.code} ended ${minuteOf(coupon.stopped_at)}.`] }
}

async function enable(shop: OperatorShop, given: Given): Promise<Answer> {
  const coupon = await enableCoupon(shop, codeOf(given))
  return { data: readable(coupon), lines: [`The coupon ${coupon.code} can be used again.`] }
}

type Coupon = ReturnType<typeof readable>

function readable(row: CouponRow) {
  return {
    ...row,
    fixed_amounts: row.fixed_amounts === null ? null : fixedAmountsJson.read(row.fixed_amounts),
    groups: couponRulesJson.read(row.groups),
    excluded_groups: couponRulesJson.read(row.excluded_groups),
    discount_categories: couponRulesJson.read(row.discount_categories),
  }
}

function whatOf({ percentage, fixed_amounts: amounts, adds_sku: sku, free_delivery: isFree }: Coupon): string {
  const fixed = Object.entries(amounts ?? {})
    .map(([currency, minor]) => plainAmount(minor, currency))
    .join(' or ')
  const delivery = isFree === 1 ? 'free delivery' : ''
  return [percentage === null ? '' : `${percentage} %`, fixed, sku === null ? '' : `adds ${sku}`, delivery]
    .filter((part) => part !== '')
    .join(' and ')
}

/**
 * Upper-cases a code; a customer's own CUSTOMERDISCOUNT is stored with a colon and the customer id, and kept as typed.
 */
function codeOf({ words: [code] }: Given): string {
  if (code === undefined) throw new OperatorError('Name the coupon by its code.')
  return code.includes(':') ? code : code.toUpperCase()
}

function listOf(given: Given, option: string): string[] {
  return (textOf(given, option) ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function amountsOf(given: Given): Partial<Record<CurrencyCode, number>> {
  return Object.fromEntries(
    listOf(given, 'amount').map((each) => {
      const [, code = '', amount = ''] = /^([A-Za-z]{3})=(\d{1,7}(?:\.\d{1,2})?)$/.exec(each) ?? []
      const currency = currencyByCode(code)
      if (!currency) throw new OperatorError(`"${each}" is no amount: write SEK=50 or EUR=4.50.`)
      return [currency.code, toMinor(Number(amount))]
    }),
  )
}
