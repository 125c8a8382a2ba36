import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Dictionary,
  differentVariables,
  flatten,
  identicalTexts,
  missingKeys,
  missingValues,
  oddPlaceholders,
  unusedKeys,
  variablesOf,
} from './support/dictionary-faults.ts'
import { listFiles, projectRoot, readSource } from './support/source-files.ts'

/** Words that Swedish and English share, by key. */
const sameInBoth = new Set([
  'console-system:title',
  'console-system:version',
  'console-system:minutes',
  'console:area.system',
  'console:audit.kind.system',
  'console-product:field.numbers_ean',
  'console-gift-cards:column.order',
  'islands:search.hints',
  'shop:guide.minutes',
  'console:account.passkeys',
  'console:audit.kind.order',
  'console:audit.kind.list',
  'console:audit.kind.webhook',
  'console:staff.factor_passkeys_one',
  'console:staff.factor_passkeys_other',
  'console-orders:number',
  'console-payments:books.sie',
  'console-invoices:column.order',
  'console-payouts:column.order',
  'console-imports:one',
  'console-imports:columns.filter',
  'console-imports:role.ean',
  'console:audit.kind.import',
  'console-audit:record.staff.passkeys',
  'console-audit:record.content.version',
  'console-settings:word.text',
  'console-content:kind.widget',
  'console-content:field.html',
  'console-search:column.synonym',
  'console-catalogue:kind.text',
  'console-catalogue:attribute_field.facet',
])

/** Beginnings of keys that the code completes with a value: `stock_status.{status}`. */
const builtBeginnings = [
  'console-api-changes:kind.',
  'console-audit:field.',
  'console-audit:note.code_',
  'console-audit:operation.',
  'console-audit:record.',
  'console-audit:value.',
  'console-exchange:settlement.',
  'console-merge:row.',
  'console-orders:mail_state.',
  'console-figures:chart.',
  'console-figures:chart_views.',
  'console-figures:compare_with.',
  'console-figures:quick.',
  'console-frame:list.none.',
  'console-payouts:disputes.',
  'console-payouts:told.state.',
  'console-payouts:kind.',
  'console-payouts:difference.',
  'console-payouts:column.',
  'console-payouts:filter.',
  'console-payouts:state.',
  'console-payouts:reason.',
  'console-payouts:voucher.',
  'console-today:mail.',
  ...['section', 'field', 'hint', 'language', 'new.types'].map((each) => `console-product:${each}.`),
  'console-phone-order:fault.',
  'console-phone-order:pay.',
  'console-phone-order:problem.',
  'console-integrations:webhook_state.',
  'console-integrations:delivery.',
  'console-integrations:done.',
  ...['step', 'why', 'go'].map((each) => `console-first-steps:${each}.`),
  ...['effect', 'job'].map((each) => `console-system:${each}.`),
  'console-help:',
  ...['widget', 'heading', 'text', 'screen', 'fault'].map((each) => `console-menus:${each}.`),
  ...['kind', 'note'].map((each) => `console-removed:${each}.`),
  'console-settings:upload.lost_',
  'console-settings:upload.picture.',
  'console-settings:choice.',
  'console-settings:entry.',
  'console-settings:reason.',
  'console-imports:profiles.until_',
  'console-imports:reason.',
  'console-imports:file.',
  'console-imports:file_fault.',
  'console-imports:profile_fault.',
  'console-settings:trial.',
  'console-system:server.',
  'console-settings:word.',
  'console-settings:help.',
  'console-settings:group.',
  'console-settings:done.',
  'orders:return_status.',
  'stock_status.',
  'cart_notice.',
  'search.',
  'sort.',
  ...['area', 'group', 'role', 'permission_area', 'verb', 'fault'].map((each) => `console:${each}.`),
  ...['column', 'filter', 'kind'].map((each) => `console:audit.${each}.`),
  ...['waiting', 'period'].map((each) => `console:today.${each}.`),
  ...['state', 'scope'].map((each) => `console-integrations:${each}.`),
  ...['state', 'sum', 'document'].map((each) => `console-orders:${each}.`),
  ...['difference', 'field'].map((each) => `console-order-edit:${each}.`),
  ...['column', 'filter', 'status', 'refund_status', 'event', 'difference', 'effect', 'sale', 'account'].map(
    (each) => `console-payments:${each}.`,
  ),
  ...['quote_column', 'quote_state', 'request_column', 'request_state', 'done', 'fault'].map(
    (each) => `console-sales:${each}.`,
  ),
  ...['column', 'state', 'debt', 'block', 'unblock'].map((each) => `console-gift-cards:${each}.`),
  ...['column', 'filter', 'state', 'renewal', 'action', 'fault', 'subscriber_action', 'access', 'value'].map(
    (each) => `console-subscriptions:${each}.`,
  ),
  ...['column', 'filter', 'state', 'kind'].map((each) => `console-invoices:${each}.`),
  ...['column', 'filter', 'state', 'language', 'field', 'fault'].map((each) => `console-search:${each}.`),
  ...[
    'column',
    'field',
    'fault',
    'kind',
    'brand_column',
    'brand_filter',
    'brand_field',
    'attribute_field',
    'device_column',
    'device_field',
  ].map((each) => `console-catalogue:${each}.`),
  'console-catalogue:label_of_',
  ...['column', 'filter', 'state', 'kind', 'owner', 'turn'].map((each) => `console-coupons:${each}.`),
  ...['column', 'filter', 'status', 'stock', 'vat_class'].map((each) => `console-products:${each}.`),
  ...['column', 'fault'].map((each) => `console-variants:${each}.`),
  ...['column', 'field', 'fault'].map((each) => `console-tags:${each}.`),
  ...[
    'column',
    'filter',
    'state',
    'kind',
    'ending',
    'how',
    'warning',
    'change',
    'row',
    'reason',
    'part',
    'rates_source',
    'fault',
  ].map((each) => `console-prices:${each}.`),
  ...['column.', 'filter.', 'fault.', 'file.', 'mode_', 'organizations', 'customers'].map(
    (each) => `console-price-lists:${each}`,
  ),
  'console-prices:start_',
  'console-prices:end_',
  ...['column', 'filter', 'state', 'origin', 'work', 'phase', 'count', 'start.vanished', 'preview', 'columns'].map(
    (each) => `console-imports:${each}.`,
  ),
  ...[
    'role',
    'role_group',
    'goal',
    'vat',
    'mark',
    'missing',
    'setting',
    'setting_hint',
    'found.kind',
    'found.help',
  ].map((each) => `console-imports:${each}.`),
  ...['state', 'result', 'kind', 'field', 'host_key'].map((each) => `console-sources:${each}.`),
  ...['column', 'filter', 'kind', 'state', 'language', 'event', 'difficulty', 'field', 'fault'].map(
    (each) => `console-content:${each}.`,
  ),
  ...['name', 'event', 'field', 'language', 'hint'].map((each) => `console-mails:${each}.`),
  'console-content:widget.',
  'console-content:calendar.',
  ...['tool', 'kind'].map((each) => `console-editor:${each}.`),
  ...['column', 'filter', 'field', 'kind', 'fault', 'crop.field', 'crop.ratios'].map(
    (each) => `console-pictures:${each}.`,
  ),
  ...['column', 'roles', 'fault'].map((each) => `console-organizations:${each}.`),
  ...['run_row', 'run_state', 'bulk', 'picker', 'return_column', 'return_status', 'return_kind', 'return_reason'].map(
    (each) => `console-packing:${each}.`,
  ),
]

const readLanguage = (language: string): Dictionary =>
  Object.fromEntries(
    listFiles(`src/i18n/${language}`, ['.json']).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')),
    ]),
  )

const english = flatten(readLanguage('en'))
const swedish = flatten(readLanguage('sv'))

describe('the dictionaries', () => {
  test('exist', () => expect(english.size).toBeGreaterThan(0))
  test('have the same keys in both languages', () =>
    expect({ swedishLacks: missingKeys(english, swedish), englishLacks: missingKeys(swedish, english) }).toEqual({
      swedishLacks: [],
      englishLacks: [],
    }))
  test('want the same variables in both languages', () => expect(differentVariables(english, swedish)).toEqual([]))
  test('have no empty text', () =>
    expect([...english, ...swedish].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]))
  test('are translated', () => expect(identicalTexts(english, swedish, sameInBoth)).toEqual([]))
  test('have placeholders of the two kinds that are filled in', () =>
    expect({ english: oddPlaceholders(english), swedish: oddPlaceholders(swedish) }).toEqual({
      english: [],
      swedish: [],
    }))
  test('are handed every value that their texts name', () => {
    const sources = listFiles('src', ['.ts', '.tsx', '.astro']).map((file) =>
      readFileSync(path.join(projectRoot, file), 'utf8'),
    )
    expect(sources.flatMap((source) => missingValues(source, english))).toEqual([])
  })
  test('hold nothing that no page shows', () => {
    const texts = new Set(listFiles('src', ['.ts', '.tsx', '.astro']).flatMap((file) => readSource(file).texts))
    expect(unusedKeys(english.keys(), texts, builtBeginnings)).toEqual([])
  })
})

describe('the check itself', () => {
  const one = flatten({
    cart: {
      title: 'Your cart',
      lines: { count_one: '{{count}} piece', count_other: '{{count}} pieces' },
      hi: 'Hello {{name}}',
    },
  })
  const two = flatten({
    cart: { title: 'Your cart', lines: { count_one: 'En del', count_other: '{{count}} delar' }, hi: 'Hej {{ nama }}' },
  })

  test('finds missing, untranslated and differing texts', () => {
    expect(missingKeys(one, flatten({ cart: { title: 'Varukorg' } }))).toEqual([
      'cart:lines.count_one',
      'cart:lines.count_other',
      'cart:hi',
    ])
    expect(identicalTexts(one, two, new Set())).toEqual(['cart:title'])
    expect(differentVariables(one, two)).toEqual(['cart:hi'])
    expect(variablesOf('{{b}} {{- a}} {{price, currency}} {{b}}')).toEqual(['a', 'b', 'price'])
  })

  test('finds placeholders that are not filled in, and calls without a value', () => {
    expect(oddPlaceholders(one)).toEqual([])
    expect(oddPlaceholders(two)).toEqual(['cart:hi'])
    expect(missingValues("t('cart:title') t('cart:hi') t('cart:hi', { age: 3 })", one)).toEqual([
      'cart:hi: name',
      'cart:hi: name',
    ])
    expect(missingValues("t('cart:lines.count', { count: of(a, { b }) }) t('cart:hi', values)", one)).toEqual([])
    expect(missingValues("t(\n  'cart:hi',\n  { name, ...rest },\n)", one)).toEqual([])
  })

  test('finds unused keys, but not those named with or without namespace, in the plural, or by a beginning', () => {
    expect(unusedKeys(one.keys(), new Set(['cart:title']), ['lines.'])).toEqual(['cart:hi'])
    expect(unusedKeys(one.keys(), new Set(['title', 'cart:lines.count', 'hi']), [])).toEqual([])
  })
})
