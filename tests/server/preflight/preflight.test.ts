import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsJson } from '../../../src/server/platform/db/json-columns.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import type { Json } from '../../../src/server/platform/settings/setting-names.ts'
import { putSettings } from '../../../src/server/platform/settings/settings-queries.ts'
import { checksOf } from '../../../src/server/preflight/checks.ts'
import { demoPassword } from '../../../src/server/preflight/demo-identity.ts'
import { preflight, refuseUnfit } from '../../../src/server/preflight/preflight.ts'
import { hasPeople, isUntouched } from '../../../src/server/preflight/queries.ts'
import { changeRates } from '../../../src/server/pricing/exchange-rates/change-rates.ts'
import { seedDemo } from '../../../src/tools/demo/seed-demo.ts'
import { sweden } from '../../support/homes.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'

/** Settings of a shop that is ready for production, except for its company. */
const fit = { ORIGIN: 'https://shop.example', SMTP_URL: 'smtps://mail.example', ALLOW_DEMO_COMPANY: '1' }

function inspected({ db, kind, now, passwords, env, settings: ofShop }: TestShop, settings: Record<string, string>) {
  return { db, kind, now, passwords, settings: ofShop, env: { ...parseEnv(settings), SHOP_DATA: env.SHOP_DATA } }
}

async function refusals(shop: TestShop, settings: Record<string, string>): Promise<string[]> {
  return (await preflight(inspected(shop, settings)))
    .filter(({ verdict }) => verdict === 'refuses')
    .map(({ name }) => name)
}

/** A demo of which only one account has the published password. */
let demo: TestShop

beforeAll(async () => {
  demo = await freshShop()
  const passwordOf = (email: string) => (email.startsWith('karin') ? demoPassword : 'random-and-long')
  await seedDemo(demo, { products: 'small', passwordOf })
  await demo.settings.refresh()
})
afterAll(() => demo.close())

describe('production', () => {
  test.each([
    ['demo-company', { ALLOW_DEMO_COMPANY: '' }, { ALLOW_DEMO_COMPANY: '1' }],
    ['sandbox-payments', { SANDBOX_PAYMENTS: '1' }, { ALLOW_SANDBOX_PAYMENTS: '1' }],
    ['vat-check', { VAT_CHECK: 'syntax' }, { ALLOW_SYNTAX_VAT_CHECK: '1' }],
    ['mail', { SMTP_URL: '' }, { ALLOW_MAIL_FILES: '1' }],
    ['origin', { ORIGIN: 'http://shop.example', NODE_ENV: 'production' }, { ALLOW_HTTP_ORIGIN: '1' }],
  ])('refuses to boot because of %s, says so, and boots with its variable', async (name, unfit, override) => {
    await using shop = await freshShop()
    expect(await refusals(shop, { ...fit, ...unfit })).toEqual([name])
    await expect(refuseUnfit(inspected(shop, { ...fit, ...unfit }))).rejects.toThrow(`${Object.keys(override)[0]}=1`)
    const warnings = await refuseUnfit(inspected(shop, { ...fit, ...unfit, ...override }))
    expect(warnings.map((each) => each.name)).toContain(name)
  })

  test('names delivery methods that nobody can choose, because they have no zone', async () => {
    await using shop = await freshShop()
    const check = async () => (await preflight(inspected(shop, fit))).find(({ name }) => name === 'delivery')
    expect(await check()).toMatchObject({ verdict: 'ok' })
    const post = { id: 'post', kind: 'home', zones: [], days: [1, 3], bands: [{ upToGrams: 20_000, price: '5.90' }] }
    // As an older version stored it: the settings refuse it since.
    const { delivery } = shop.settings.all
    const value = settingsJson.write({ ...delivery, methods: [...delivery.methods, post] } as Record<string, Json>)
    await shop.db
      .transaction()
      .execute((trx) => putSettings(trx, { name: 'delivery', value, changed_at: '2026-01-01' }))
    await shop.settings.refresh()
    expect(await check()).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining('no zone: post.') as string,
    })
  })

  test("refuses to boot with the demo's accounts, whatever their password", async () => {
    await using shop = await freshShop()
    expect(await refusals(shop, fit)).toEqual([])
    expect(await refusals(demo, fit)).toEqual(['demo-accounts'])
    await expect(refuseUnfit(inspected(demo, fit))).rejects.toThrow(
      'admin@verkstad.example, buyer@verkstad.example, karin@example.com',
    )
    expect(await refusals(demo, { ...fit, ALLOW_DEMO_ACCOUNTS: '1' })).toEqual([])
  })

  test('is warned of exchange rates that are older than the settings allow', async () => {
    await using shop = await freshShop({ seeded: true })
    const verdict = async () => (await preflight(inspected(shop, fit))).find(({ name }) => name === 'rates')?.verdict
    expect(await verdict()).toBe('warning')
    await changeRates(
      shop.db,
      { EUR: 11, USD: 9.5, GBP: 12.6, NOK: 0.94, DKK: 1.47 },
      { now: new Date(), maxPercent: 100 },
    )
    expect(await verdict()).toBe('ok')
  })

  test("boots with its own company, unless its pages still name the demo's", async () => {
    await using shop = await freshShop()
    const own = { name: 'Bygdens Delar AB', organizationNumber: '556000-0001', email: 'hej@bygden.se' }
    const seller = { en: { ...shop.settings.seller('en'), ...own }, sv: { ...shop.settings.seller('sv'), ...own } }
    const env = parseEnv({ ...fit, ALLOW_DEMO_COMPANY: '0' })
    const facts = {
      demoAccounts: [],
      published: [],
      operator: '',
      home: { ...sweden, inPrices: 2_500, today: 2_500 },
      withoutAccount: [],
      rates: { currency: 'EUR', days: 1, mostDays: 30 },
      withoutZone: [],
      sources: [],
      feeds: [],
      links: [],
      texts: { open: [], missing: [], unfilled: [] },
    }
    const verdict = (demoContent: string[]) =>
      checksOf(env, { ...facts, demoContent, seller }).find(({ name }) => name === 'demo-company')
    expect(verdict([])).toEqual({
      name: 'demo-company',
      verdict: 'ok',
      text: 'The shop sells as Bygdens Delar AB, 556000-0001.',
    })
    expect(verdict(['page terms'])).toMatchObject({
      verdict: 'refuses',
      text: expect.stringContaining('the page terms') as string,
    })
    const found = (await preflight(inspected(demo, { ...fit, ALLOW_DEMO_COMPANY: '0' }))).find(
      ({ name }) => name === 'demo-company',
    )
    const open = { ...facts, texts: { ...facts.texts, open: ['page terms (sv)'] }, demoContent: [], seller }
    const texts = checksOf(parseEnv({}), open).find(({ name }) => name === 'texts')
    expect(texts).toMatchObject({ verdict: 'warning', text: expect.stringContaining('page terms (sv)') as string })
    expect(found?.text).toContain('the company of the settings')
    expect(found?.text).toContain('the page terms')
  })
})

describe('outside production', () => {
  test('anything is allowed on a loopback address', async () => {
    expect(await refusals(demo, {})).toEqual([])
  })

  test('a demo that others can reach is refused only with the published password', async () => {
    const reached: Record<string, string>[] = [{ HOST: '0.0.0.0' }, { ORIGIN: 'http://192.0.2.7:4321' }]
    for (const settings of reached) {
      expect(await refusals(demo, settings)).toEqual(['demo-accounts'])
      await expect(refuseUnfit(inspected(demo, settings))).rejects.toThrow('knows the password of karin@example.com.')
      expect(await refusals(demo, { ...settings, ALLOW_DEMO_ACCOUNTS: '1' })).toEqual([])
    }
  })
})

test('a database is untouched until a page is written, and the demo keeps that page', async () => {
  await using shop = await freshShop()
  expect(await isUntouched(shop.db)).toBe(true)
  await shop.db
    .insertInto('content_pages')
    .values({
      id: 'terms',
      language: 'sv',
      slug: 'kopvillkor',
      title: 'Våra villkor',
      description: '',
      draft: null,
      published: '<p>Egna villkor.</p>',
      publish_at: null,
      updated_at: '2026-11-22T08:00:00.000Z',
    })
    .execute()
  expect([await isUntouched(shop.db), await hasPeople(shop.db)]).toEqual([false, false])
  await seedDemo(shop, { products: 'small' })
  const terms = await shop.db
    .selectFrom('content_pages')
    .select(['language', 'title'])
    .where('id', '=', 'terms')
    .orderBy('language')
    .execute()
  expect(terms).toEqual([
    { language: 'en', title: 'Terms of purchase' },
    { language: 'sv', title: 'Våra villkor' },
  ])
  expect(await hasPeople(shop.db)).toBe(true)
})
