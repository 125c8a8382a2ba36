import { expect, test } from 'vitest'
import { readSettings } from '../../../../src/domain/settings/settings.ts'
import { createShop } from '../../../../src/server/create-shop.ts'
import { followInvalidations } from '../../../../src/server/jobs/follow-invalidations.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { freshShop } from '../../../support/test-shop.ts'

const by = { by: 'operator:test', now: new Date('2026-03-01T10:00:00.000Z') }

test('a new shop has neutral settings, and the fixture shop those of the demo', async () => {
  await using empty = await freshShop()
  expect(empty.settings.seller('en')).toMatchObject({ name: 'Our shop', iban: '', email: 'hello@shop.example' })
  expect(empty.settings.locale('sv')).toMatchObject({ brand: 'Vår butik', storeID: 11, iso: 'sv-SE', logo: '' })
  await using seeded = await freshShop({ seeded: true })
  expect(seeded.settings.seller('sv')).toMatchObject({
    name: 'Delverk AB',
    address: ['Reservgatan 1', '415 02 Göteborg'],
  })
  expect(seeded.settings.locale('en')).toMatchObject({ brand: 'Delverk', storeID: 12, logo: '/logo.svg' })
})

test('a change reaches another process before it drops its pages', async () => {
  await using shop = await freshShop({ seeded: true })
  const seen: string[] = []
  const other = await createShop(shop.env, {
    log: shop.log,
    invalidate: (tags) => seen.push(`${other.settings.locale('sv').brand}: ${tags.join(' ')}`),
  })
  const follow = await followInvalidations(other)
  await changeSettings(shop.db, [['brand.name.sv', 'Kretsbutiken']], by)
  expect(other.settings.locale('sv').brand).toBe('Delverk')
  await follow()
  expect(seen).toEqual(['Kretsbutiken: settings layout openapi catalog'])
  expect(other.settings.locale('en').brand).toBe('Delverk')
  await other.close()
})

test('a change between the start and the first look at the invalidations is not lost', async () => {
  await using shop = await freshShop({ seeded: true })
  await changeSettings(shop.db, [['company.phone', '+46 8 123 456 78']], by)
  await followInvalidations(shop)
  expect(shop.settings.seller('en').phone).toBe('+46 8 123 456 78')
})

test('settings that a hand wrote wrongly stop the start, and leave a running shop as it was', async () => {
  await using shop = await freshShop({ seeded: true })
  const follow = await followInvalidations(shop)
  await shop.db.updateTable('shop_settings').set({ value: '{"iban":"SE00"}' }).where('name', '=', 'company').execute()
  await shop.db.insertInto('invalidations').values({ tag: 'settings', created_at: shop.now().toISOString() }).execute()
  await follow()
  expect(shop.settings.seller('sv').name).toBe('Delverk AB')
  await expect(createShop(shop.env, { log: shop.log })).rejects.toThrow('company.iban must be an IBAN')
})

test('two writers at the same time: one wins, the other is told, and no number is lost', async () => {
  await using shop = await freshShop({ seeded: true })
  const results = await Promise.allSettled(
    ['+46 8 111 111 11', '+46 8 222 222 22', '+46 8 333 333 33'].map((phone) =>
      changeSettings(shop.db, [['company.phone', phone]], by),
    ),
  )
  const lost = results.filter((result) => result.status === 'rejected')
  for (const { reason } of lost) expect(String(reason)).toContain('in the meantime')
  const rows = await shop.db.selectFrom('settings_history').select(['revision', 'after']).orderBy('revision').execute()
  expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.length).toBe(3 + results.length - lost.length)
  await shop.settings.refresh()
  expect(JSON.stringify(shop.settings.seller('en').phone)).toBe(rows.at(-1)?.after)
})

test.each<[string, unknown, string]>([
  ['company.iban', 'SE45 5000 0000 0583 9825 7467', 'must be an IBAN'],
  ['company.bankgiro', '5050-1056', 'must be a bankgiro number'],
  ['company.bic', 'ESSE', 'must be a BIC'],
  ['company.organizationNumber', '556016-0681', 'must be a Swedish organization number'],
  ['company.vatNumber', 'SE556016068099', 'must be a VAT number'],
  ['company.vatNumber', 'DE136695976', 'must be a number of SE'],
  ['company.name', '', 'must not be empty'],
  ['company.name', 'A\r\nBcc: eve@example.org', 'must be one line of plain text'],
  ['company.name', '<script>', 'without < and >'],
  ['company.name', 'A\u202eB', 'must be one line of plain text'],
  ['company.name', 'A'.repeat(101), 'at most 100 characters'],
  ['company.contact.sv.email', 'hej@@example', 'must be an e-mail address'],
  ['company.contact.sv.address', Array.from({ length: 7 }, () => 'Gatan'), 'at most 6 lines'],
  ['company.contact.sv.address', 'Gatan', 'must be a list'],
  ['company.colour', 'red', 'is not a setting'],
  ['locales.sv.storeID', 12, 'must not be the id of locales.sv.storeID'],
  ['locales.sv.storeID', 0, 'must be at least 1'],
  ['locales.sv.storeID', 1.5, 'must be a whole number'],
  ['locales.sv.currency', 'EUR', 'must be the id of locales.sv.currency, EUR'],
  ['locales.sv.currency', 'XXX', 'must be one of SEK, NOK'],
  ['locales.sv.defaultCountryCode', 'xx', 'must be the code of a country'],
  ['locales.sv.privacyURL', '../admin', 'must be the slug of a page'],
  ['locales.sv.allowExVAT', 'yes', 'must be true or false'],
  ['locales.sv.paymentMethods', ['cash'], 'must be one of card'],
  ['brand.logo', 'https://evil.example/logo.svg', 'must be the path of a picture'],
  ['brand.logo', '//evil.example/logo.svg', 'must be the path of a picture'],
  ['brand.logo', '/../logo.svg', 'must be the path of a picture'],
  ['features.guides', 'no', 'must be true or false'],
  ['features.shop', true, 'is not a setting'],
  ['sales.countries', [], 'must have at least one'],
  ['sales.countries', ['SE', 'SE'], 'must not have one twice'],
  ['sales.countries', ['SE', 'XX'], 'must be one of AE, AT'],
  ['sales.countries', ['FI'], 'must be one of sales.countries: set both at once'],
  ['sales.countries', 'SE', 'must be a list'],
  ['sales.currencies', ['SEK', 'CHF'], 'must be one of SEK, NOK'],
  ['sales.currencies', ['SEK'], 'must be one of sales.currencies: set both at once'],
  ['returns.days', 13, 'must be at least 14'],
  ['returns.days', 366, 'must be at most 365'],
  ['returns.days', 30.5, 'must be a whole number'],
  ['returns.freight', 'nobody', 'must be one of customer, shop'],
  ['retention.bookkeepingYears', 6, 'must be at least 7'],
  ['retention.outboxDays', 0, 'must be at least 5'],
  ['retention.cartDays', 731, 'must be at most 730'],
  ['mail.newOrders.address', 'lager', 'must be an e-mail address'],
  ['mail.operatorAddress', 'lager', 'must be an e-mail address'],
  ['mail.senderName', 'A "quoted" name', 'must not contain quotation marks'],
])('%s as %j is refused: %s', (name, value, reason) => {
  const stored = name
    .split('.')
    .toReversed()
    .reduce<unknown>((below, key) => ({ [key]: below }), value)
  expect(
    readSettings(stored)
      .faults?.map((fault) => fault.reason)
      .join('; '),
  ).toContain(reason)
})

test('an IBAN needs its BIC', () => {
  const iban = 'SE45 5000 0000 0583 9825 7466'
  expect(readSettings({ company: { iban } }).faults?.[0]?.name).toBe('company.bic')
  expect(readSettings({ company: { iban, bic: 'SWEDSESS' } }).settings?.company.iban).toBe(iban)
})
