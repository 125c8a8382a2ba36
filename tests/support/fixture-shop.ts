import { finishCatalog } from '../../src/server/catalog/maintenance/finish-catalog.ts'
import { saveProducts } from '../../src/server/catalog/maintenance/save-products.ts'
import type { OpenDatabase } from '../../src/server/platform/db/connect.ts'
import type { Database } from '../../src/server/platform/db/tables.ts'
import { demoSettings } from '../../src/tools/demo/content/demo-settings.ts'
import { writeDemoSettings } from '../../src/tools/demo/content/write-settings.ts'
import { productPath, writeCatalogue } from './fixture-catalogue.ts'
import { fixtureDelivery } from './fixture-delivery.ts'
import { fixtureProducts } from './fixture-products.ts'

/** The time that the fixture shop's campaigns, deal and coupons relate to. */
export const fixtureNow = new Date('2026-06-15T12:00:00.000Z')

/** Fills an empty database with the small hand-written shop that the tests use. */
export async function writeFixtureShop({ db, kind }: OpenDatabase): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeDemoSettings({ db: trx, kind }, fixtureNow, { ...demoSettings, delivery: fixtureDelivery })
    await writeCatalogue(trx)
    await writeRates(trx)
    await writeCampaigns(trx)
    const options = { kind, productPath }
    await saveProducts(trx, fixtureProducts, { ...options, now: new Date('2026-01-01T00:00:00.000Z') })
    await finishCatalog(trx, { kind, now: fixtureNow })
    await writeHistory(trx)
    await writeCoupons(trx)
    await writeContent(trx)
    await trx.deleteFrom('invalidations').execute()
  })
}

async function writeRates(db: Database): Promise<void> {
  const vat = (country: string, rate: number, valid_from = '2020-01-01', vat_class = 'standard') => ({
    country,
    vat_class,
    rate,
    valid_from,
  })
  await db
    .insertInto('vat_rates')
    .values([
      vat('SE', 2500),
      vat('SE', 600, '2020-01-01', 'reduced'),
      vat('DE', 1900),
      vat('FI', 2400),
      vat('FI', 2550, '2024-09-01'),
    ])
    .execute()
  const rate = (currency: 'NOK' | 'DKK' | 'EUR' | 'GBP' | 'USD', per_sek_micro: number) => ({
    currency,
    per_sek_micro,
    valid_from: '2020-01-01',
  })
  await db
    .insertInto('currency_rates')
    .values([
      rate('NOK', 1_030_000),
      rate('DKK', 655_000),
      rate('EUR', 88_000),
      rate('GBP', 75_000),
      rate('USD', 95_000),
    ])
    .execute()
}

/** `sale`: a campaign runs. `again`: one runs and a cheaper one ended shortly before. `soon`: one is upcoming. */
async function writeCampaigns(db: Database): Promise<void> {
  const campaign = (id: string, starts_at: string, ends_at: string) => ({
    id,
    name: id,
    starts_at: `${starts_at}T00:00:00.000Z`,
    ends_at: `${ends_at}T00:00:00.000Z`,
  })
  await db
    .insertInto('campaigns')
    .values([
      campaign('june', '2026-06-10', '2026-06-20'),
      campaign('may', '2026-05-20', '2026-06-01'),
      campaign('july', '2026-06-16', '2026-07-10'),
      campaign('overlapping', '2026-06-12', '2026-06-18'),
    ])
    .execute()
  const price = (campaign_id: string, product_id: string, amount: number, min_quantity = 1) => ({
    campaign_id,
    product_id,
    currency: 'SEK' as const,
    min_quantity,
    amount,
  })
  await db
    .insertInto('campaign_prices')
    .values([
      price('june', 'sale', 70_000),
      price('june', 'again', 70_000),
      price('may', 'again', 65_000),
      price('july', 'soon', 50_000),
      price('june', 'tiered-sale', 9_000),
      price('june', 'bulk-sale', 5_000, 10),
      price('june', 'twice-reduced', 8_000),
      price('overlapping', 'twice-reduced', 7_000),
    ])
    .execute()
}

/** The price of `sale` was 800 kr for ten days in May, within 30 days before its campaign. */
async function writeHistory(db: Database): Promise<void> {
  await db.deleteFrom('price_history').where('product_id', '=', 'sale').execute()
  const price = (amount: number, valid_from: string, valid_until: string | null) => ({
    product_id: 'sale',
    currency: 'SEK' as const,
    amount,
    valid_from: `${valid_from}T00:00:00.000Z`,
    valid_until: valid_until && `${valid_until}T00:00:00.000Z`,
  })
  await db
    .insertInto('price_history')
    .values([
      price(60_000, '2026-01-01', '2026-05-01'),
      price(100_000, '2026-05-01', '2026-05-15'),
      price(80_000, '2026-05-15', '2026-05-25'),
      price(100_000, '2026-05-25', null),
    ])
    .execute()
}

async function writeCoupons(db: Database): Promise<void> {
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
  await db
    .insertInto('coupons')
    .values([
      { ...coupon, code: 'TEN', percentage: 10 },
      { ...coupon, code: 'GROUP20', percentage: 20, groups: '["bat"]' },
      { ...coupon, code: 'NOTBAT15', percentage: 15, excluded_groups: '["bat"]' },
      { ...coupon, code: 'POWER25', percentage: 25, discount_categories: '["power"]' },
      { ...coupon, code: 'FIXED50', fixed_amounts: '{"SEK":5000,"EUR":500}' },
      { ...coupon, code: 'MIN1000', percentage: 30, minimum_spend: 100_000 },
      { ...coupon, code: 'ONCE', percentage: 10, usage_limit: 1 },
      { ...coupon, code: 'FIVE', fixed_amounts: '{"SEK":1000}', usage_limit: 5 },
      { ...coupon, code: 'ENDED', percentage: 50, ends_at: '2026-06-15T12:00:00.000Z' },
      { ...coupon, code: 'LATER', percentage: 50, starts_at: '2026-06-15T12:00:00.001Z' },
      { ...coupon, code: 'PERSONAL', percentage: 50, customer_id: 'somebody' },
      { ...coupon, code: 'GIFT', adds_sku: 'FAN', minimum_spend: 30_000 },
      {
        ...coupon,
        code: 'CUSTOMERDISCOUNT:somebody',
        fixed_amounts: '{"SEK":12500}',
        customer_id: 'somebody',
        usage_limit: 1,
      },
    ])
    .execute()
}

async function writeContent(db: Database): Promise<void> {
  const widget = (slug: string, published: string | null, hidden: 0 | 1 = 0) =>
    (['en', 'sv'] as const).map((language) => ({
      slug,
      language,
      draft: '<p>draft</p>',
      published,
      hidden,
      publish_at: null,
      updated_at: '2026-01-01T00:00:00.000Z',
    }))
  await db
    .insertInto('widgets')
    .values([
      ...widget(
        'store-message',
        '<p onclick="steal()">Open all summer<script>steal()</script> <a href="javascript:steal()">x</a></p>',
      ),
      ...widget('home', '<p>Welcome</p>'),
      ...widget('cart-header', '<p>Hidden</p>', 1),
      ...widget('cart-footer', null),
    ])
    .execute()
  const page = (language: 'en' | 'sv', slug: string, title: string, published: string | null, id = 'about') => ({
    id,
    language,
    slug,
    title,
    description: '',
    draft: '<p>draft</p>',
    published,
    publish_at: null,
    updated_at: '2026-01-01T00:00:00.000Z',
  })
  await db
    .insertInto('content_pages')
    .values([
      page('en', 'about-us', 'About us', '<h2>Us</h2><img src=x onerror=steal()><iframe src="//evil"></iframe>'),
      page('sv', 'om-oss', 'Om oss', '<h2>Vi</h2>'),
      page('en', 'not-yet', 'Not yet', null, 'secret'),
    ])
    .execute()
  await db
    .insertInto('deals')
    .values({
      id: 'deal',
      product_id: 'sale',
      discount: 30,
      starts_at: '2026-06-15T00:00:00.000Z',
      expires_at: '2026-06-16T00:00:00.000Z',
    })
    .execute()
  await db
    .insertInto('deal_texts')
    .values([
      { deal_id: 'deal', language: 'en', title: 'Today' },
      { deal_id: 'deal', language: 'sv', title: 'I dag' },
    ])
    .execute()
}
