import { expect, test } from 'vitest'
import { languages } from '../../../src/domain/places/locales.ts'
import { auditFieldText, auditFieldWord } from '../../../src/i18n/audit-fields.ts'
import { auditValueText } from '../../../src/i18n/audit-values.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { attributeLog } from '../../../src/server/console/attributes/attribute-log.ts'
import { categoryLog } from '../../../src/server/console/categories/on-category.ts'
import { couponLog } from '../../../src/server/console/coupons/on-coupon.ts'
import { deviceLog } from '../../../src/server/console/devices/device-log.ts'
import { priceListLog } from '../../../src/server/console/price-lists/on-price-list.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { tagLog } from '../../../src/server/console/tags/tag-log.ts'
import { auditJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'
import { contentAt, recordKinds, type RecordKind } from './record-kinds.ts'

const home = { country: 'SE', currency: 'SEK' } as const
/** Fields that only some records have: of the deal of a campaign, of a part of a picture, of a list of products. */
const seldom = {
  campaign: ['name', 'starts_at', 'ends_at', 'products', 'choice', 'rule', 'ending', 'sku', 'percent', 'titles'],
  picture: ['name', 'alt_en', 'alt_sv', 'picture', 'crop'],
  product: ['status', 'prices', 'on_hand', 'campaign_price', 'campaign_from', 'campaign_until', 'numbers_ean'],
  trigger: ['trigger_sv', 'hint_en', 'url_sv', 'url_title_en'],
  synonym: ['words'],
  rates: ['EUR'],
}

/** Every field that the log compares of a record of each kind. */
async function loggedFields(shop: Shop, kinds: readonly RecordKind[], who: Browser): Promise<[string, string][]> {
  const idOf = (kind: string) => Object.values(kinds.find((each) => each.kind === kind)?.where.params ?? {})[0] ?? ''
  const { sections } = await contentOf(shop, who, productScreen, { params: { sku: 'fan' } })
  const logs = await shop.db.transaction().execute(async (trx) => ({
    attribute: await attributeLog(trx, 'colour'),
    brand: await trx.selectFrom('brands').selectAll().where('id', '=', 'dell').executeTakeFirstOrThrow(),
    category: await categoryLog(trx, 'batteries'),
    coupon: await couponLog(idOf('coupon'))(trx),
    device: await deviceLog(trx, 'lat-7490'),
    price_list: await priceListLog(idOf('price list'))(trx),
    tag: await tagLog(idOf('tag'))(trx),
    product: Object.fromEntries(
      sections.flatMap(({ fields }) => fields).map(({ name }) => [name.replace(/^field:/, ''), '']),
    ),
  }))
  const entries = await shop.db.selectFrom('audit_log').select(['subject_kind', 'before', 'after']).execute()
  return [
    ...Object.entries(logs).flatMap(([kind, fields]) => Object.keys(fields).map((field) => [kind, field] as const)),
    ...Object.entries(seldom).flatMap(([kind, fields]) => fields.map((field) => [kind, field] as const)),
    ...entries
      .filter(({ subject_kind: kind }) => kind in logs || kind in seldom)
      .flatMap(({ subject_kind: kind, before, after }) =>
        [before, after].flatMap((json) => Object.keys(auditJson.read(json)).map((field) => [kind, field] as const)),
      ),
  ].map(([kind, field]) => [kind, field])
}

test('every field that the history of a record can have is called as in its form, in both languages', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const kinds = await recordKinds(shop, owner)
  for (const kind of kinds) {
    const shown = await contentAt(shop, owner, kind)
    const form = { action: kind.action, version: String(shown.version), ...kind.fieldsOf(shown), ...kind.changes[0] }
    expect([kind.kind, (await outcome(shop, owner, kind.screen, { ...kind.where, form })).fault]).toEqual([
      kind.kind,
      null,
    ])
  }
  const fields = await loggedFields(shop, kinds, owner)
  expect(fields.length).toBeGreaterThan(120)
  for (const language of languages) {
    const reader = { t: translator(language), language, home }
    expect(fields.filter(([kind, field]) => auditFieldWord(kind, field, reader) === undefined)).toEqual([])
    expect(fields.filter(([kind, field]) => auditFieldText(kind, field, reader).includes('_'))).toEqual([])
  }
})

test('a field that no form has keeps its name and its value', () => {
  const t = translator('sv')
  const reader = { t, language: 'sv', home } as const
  for (const kind of ['order', 'product', 'content', 'mail', 'vat', 'settings', 'toString', '__proto__'])
    expect([kind, auditFieldText(kind, '__proto__', reader)]).toEqual([kind, '__proto__'])
  const at = { kind: 'coupon', field: 'minimum_spend' }
  for (const value of ['', 'x', '[1', '1.5', '{"a":1}'])
    expect(auditValueText({ ...at, value }, { t, language: 'sv', home })).toBe(value)
})

const values: readonly (readonly [kind: string, field: string, value: string, en: string, sv: string])[] = [
  ['coupon', 'minimum_spend', '123450', 'SEK 1,234.50', '1 234,50 kr'],
  ['coupon', 'amounts', '{"SEK":5000,"EUR":499}', 'SEK 50.00, €4.99', '50,00 kr, 4,99 €'],
  ['coupon', 'free_delivery', '1', 'Yes', 'Ja'],
  ['coupon', 'free_delivery', '0', 'No', 'Nej'],
  ['coupon', 'groups', '["bat","fan"]', 'bat, fan', 'bat, fan'],
  ['coupon', 'starts_at', '2026-06-30T22:00:00.000Z', '1 Jul 2026, 00:00', '2026-07-01 00:00'],
  ['price_list', 'ends_at', '9999-12-31T23:59:59.999Z', 'No end', 'Inget slut'],
  ['category', 'menu', 'true', 'Yes', 'Ja'],
  ['attribute', 'kind', 'yes_no', 'Yes or no', 'Ja eller nej'],
  ['campaign', 'rule', '{"how":"percent","percent":-2050}', '-20.5%', '−20,5 %'],
  ['campaign', 'rule', '{"how":"price","amount":9900}', 'price SEK 99.00', 'pris 99,00 kr'],
  ['campaign', 'ending', '90', 'Ending with .90', 'Slutar på ,90'],
  ['campaign', 'titles', '{"en":"Now","sv":"Nu"}', 'Now · Nu', 'Nu · Now'],
  ['product', 'status', 'draft', 'Draft', 'Utkast'],
  [
    'product',
    'prices',
    '[{"currency":"SEK","min_quantity":1,"amount":9900},{"currency":"SEK","min_quantity":10,"amount":8900}]',
    'SEK 99.00, 10+: SEK 89.00',
    '99,00 kr, 10+: 89,00 kr',
  ],
  ['rates', 'EUR', '11.2345', '11.2345', '11,2345'],
  ['product', 'price_SEK', '99.90', '99.90', '99,90'],
  ['product', 'free', 'no', 'No', 'Nej'],
  ['stock', 'FAN', '1000', '1,000', '1 000'],
  ['vat', 'FI standard 2024-09-01', '25.5', '25.5%', '25,5 %'],
  ['gift_card', 'status', 'live', 'Active', 'Aktivt'],
  ['gift_card', 'status', 'blocked', 'Blocked', 'Spärrat'],
  ['order', 'status', 'processing', 'being packed', 'packas'],
  ['order', 'status', 'sunk', 'sunk', 'sunk'],
  ['order', 'hold', 'by_hand', 'put on hold by hand', 'stoppad för hand'],
  ['order', 'total', '34600', 'SEK 346.00', '346,00 kr'],
  ['order', 'units', '{"1 FAN":3,"2 1 X":1}', '3 × FAN, 1 × 1 X', '3 × FAN, 1 × 1 X'],
  ['order', 'shipped', '{"FAN":2}', '2 × FAN', '2 × FAN'],
  [
    'order',
    'refunds',
    '[["F1",19900,"order changed"]]',
    'F1 SEK 199.00 (the order was changed)',
    'F1 199,00 kr (ordern ändrades)',
  ],
  ['order', 'parcels', '[["",null]]', '[["",null]]', '[["",null]]'],
  [
    'order',
    'parcels',
    '[["","",null],["PostNord","12","2026-06-15T12:00:00.000Z"]]',
    'parcel without a number, PostNord 12 (delivered 15 Jun 2026, 14:00)',
    'paket utan nummer, PostNord 12 (levererat 2026-06-15 14:00)',
  ],
  [
    'return',
    'lines',
    '[[2,1,0]]',
    '2 received, 1 back in stock, 0 refunded',
    '2 mottagna, 1 åter i lager, 0 återbetalda',
  ],
  ['invoice', 'payments', '[["paid","2026-06-15",5000,""]]', '15 Jun 2026: 5000, paid', '2026-06-15: 5000, betalning'],
  ['invoice', 'reminders', '["2026-07-16"]', '16 Jul 2026', '2026-07-16'],
  ['payment', 'refunds', '[[700,"failed","x"]]', '700, refused (x)', '700, nekad (x)'],
  ['period', 'closed_through', '2026-06-16', '16 Jun 2026', '2026-06-16'],
  ['customer', 'discounts', '{"fans":12.5}', 'fans 12.5%', 'fans 12,5 %'],
  ['customer', 'language', 'sv', 'Swedish', 'Svenska'],
  ['organization', 'credit_limit', '5000050', 'SEK 50,000.50', '50 000,50 kr'],
  ['organization', 'notes', '["one","two"]', '2', '2'],
  [
    'subscription',
    'renewals',
    '["2026-07-15T12:00:00.000Z open 0"]',
    '15 Jul 2026, 14:00: Under way',
    '2026-07-15 14:00: Pågår',
  ],
  ['staff', 'password', 'PY-pXdk4', '•••', '•••'],
  ['staff', 'role', 'warehouse', 'Warehouse', 'Lager'],
  ['role', 'permissions', '["orders.view","sink.ships"]', 'Orders: see; sink.ships', 'Ordrar: se; sink.ships'],
  ['source', 'schedule', 'every 60 minutes', 'every 60 minutes', 'var 60:e minut'],
  ['source', 'schedule', 'daily at 03:30', 'daily at 03:30', 'dagligen kl. 03:30'],
  ['content', 'sv.state', 'draft', 'Draft', 'Utkast'],
  ['settings', 'returns.freight', 'customer', 'Customer', 'Kunden'],
  ['settings', 'delivery.methods.home-se.freeFrom', '49.50', '49.50', '49,50'],
  ['settings', 'company.phone', '1.5', '1.5', '1.5'],
  ['settings', 'delivery.servicePoints', 'true', 'Yes', 'Ja'],
]

const names = { 'currency of order o1': 'SEK', 'customer c1': 'Anna', 'category k1': 'Fläktar', 'attribute a1': 'Färg' }

test('values of the history are written in the notation of the reader', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
  const written = values.map(([kind, field, value]) => [
    field,
    ...languages.map((language) => {
      const reader = { t: translator(language), language, home, names }
      return plain(auditValueText({ kind, field, value, subjectId: 'o1' }, reader))
    }),
  ])
  expect(written).toEqual(
    values.map(([, field, , en, sv]) => [field, ...languages.map((language) => (language === 'en' ? en : sv))]),
  )
})

test('the log shows the same words and values, and a hostile field name as it is', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const entry = { staff_id: null, actor: 'x', address: '', subject_id: 'A', subject: 'A', note: '' }
  const at = shop.now().toISOString()
  await shop.db
    .insertInto('audit_log')
    .values({
      ...entry,
      id: 'one',
      at,
      operation: 'coupons.change',
      subject_kind: 'coupon',
      before: '{"free_delivery":0,"<b>":"1"}',
      after: '{"free_delivery":1,"<b>":"2"}',
    })
    .execute()
  const { rows } = await contentOf(shop, owner, auditScreen)
  const cell = rows.find(({ id }) => id === 'one')?.cells['changes']?.text
  expect(cell).toBe('The delivery costs nothing: No → Yes; <b>: 1 → 2')
})
