import type { Database } from '../../../src/server/platform/db/tables.ts'

/** Rates of the reduced class, in hundredths of a percent, as needed by the test. */
const reducedRates = {
  SE: 600,
  AT: 1000,
  BE: 600,
  BG: 900,
  CY: 500,
  CZ: 1200,
  DE: 700,
  DK: 2500,
  EE: 900,
  ES: 400,
  FI: 1400,
  FR: 550,
  GR: 600,
  HR: 500,
  HU: 500,
  IE: 900,
  IT: 400,
  LT: 900,
  LU: 300,
  LV: 500,
  MT: 500,
  NL: 900,
  PL: 500,
  PT: 600,
  RO: 1100,
  SI: 950,
  SK: 500,
}

/** Exchange rates with many digits, and a second VAT class. */
export async function setOddRates(db: Database): Promise<void> {
  const odd = { NOK: 1_034_567, DKK: 678_901, EUR: 91_237, GBP: 78_913, USD: 104_729 }
  for (const [currency, rate] of Object.entries(odd))
    await db
      .updateTable('currency_rates')
      .set({ per_sek_micro: rate })
      .where('currency', '=', currency as keyof typeof odd)
      .execute()
  await db
    .insertInto('vat_rates')
    .values(
      Object.entries(reducedRates).map(([country, rate]) => ({
        country,
        vat_class: 'reduced',
        rate,
        valid_from: '2020-01-02',
      })),
    )
    .execute()
}

/** Coupons of every kind, with percentages and amounts that give fractions. */
export async function addOddCoupons(db: Database, now: Date): Promise<void> {
  const coupon = {
    percentage: null,
    fixed_amounts: null,
    groups: '[]',
    excluded_groups: '[]',
    discount_categories: '[]',
    minimum_spend: 0,
    customer_id: null,
    starts_at: null,
    ends_at: null,
    usage_limit: null,
    used: 0,
    adds_sku: null,
  }
  const fixed = (amounts: object): string => JSON.stringify(amounts)
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()
  await db
    .insertInto('coupons')
    .values([
      { ...coupon, code: 'PCT1', percentage: 1 },
      { ...coupon, code: 'PCT7', percentage: 7 },
      { ...coupon, code: 'P33', percentage: 33 },
      { ...coupon, code: 'P99', percentage: 99 },
      { ...coupon, code: 'G13', percentage: 13, groups: '["consumables","cables"]' },
      { ...coupon, code: 'G21', percentage: 21, groups: '["tools"]' },
      { ...coupon, code: 'X11', percentage: 11, excluded_groups: '["tools","ssd"]' },
      { ...coupon, code: 'X19', percentage: 19, excluded_groups: '["consumables"]' },
      { ...coupon, code: 'C17', percentage: 17, discount_categories: '["input","tools"]' },
      { ...coupon, code: 'GC9', percentage: 9, groups: '["memory"]', discount_categories: '["power"]' },
      { ...coupon, code: 'MIN5', percentage: 5, minimum_spend: 123_45 },
      { ...coupon, code: 'M15', percentage: 15, minimum_spend: 1_000_99 },
      {
        ...coupon,
        code: 'FIX1',
        fixed_amounts: fixed({ SEK: 1_234, NOK: 1_301, DKK: 999, EUR: 113, GBP: 97, USD: 127 }),
      },
      {
        ...coupon,
        code: 'FIX2',
        fixed_amounts: fixed({ SEK: 99_999, NOK: 99_999, DKK: 77_777, EUR: 9_999, GBP: 8_888, USD: 11_111 }),
        minimum_spend: 200_50,
      },
      {
        ...coupon,
        code: 'BOTH',
        percentage: 3,
        fixed_amounts: fixed({ SEK: 250, NOK: 250, DKK: 175, EUR: 25, GBP: 20, USD: 27 }),
      },
      { ...coupon, code: 'TOMORROW', percentage: 50, starts_at: tomorrow },
    ])
    .execute()
}

type Stored = { methods: { freeFrom?: string; bands: { price: string }[] }[] }

/** Delivery with öre in its price and in its free limit. */
export async function setOddDelivery(db: Database): Promise<void> {
  const { value } = await db
    .selectFrom('shop_settings')
    .select('value')
    .where('name', '=', 'delivery')
    .executeTakeFirstOrThrow()
  const stored = JSON.parse(value) as Stored
  const less = (price: string, minor: number): string => ((Number(price) * 100 - minor) / 100).toFixed(2)
  for (const method of stored.methods) {
    if (method.freeFrom) method.freeFrom = less(method.freeFrom, 33)
    for (const band of method.bands) if (Number(band.price) > 0) band.price = less(band.price, 50)
  }
  await db
    .updateTable('shop_settings')
    .set({ value: JSON.stringify(stored) })
    .where('name', '=', 'delivery')
    .execute()
}
