import { expect, test } from 'vitest'
import { languages } from '../../../src/domain/places/locales.ts'
import { auditNoteText, notedOperations } from '../../../src/i18n/audit-notes.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { newPriceChangeScreen } from '../../../src/server/console/price-changes/new-price-change-page.ts'
import { priceChangeScreen } from '../../../src/server/console/price-changes/price-change-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { staffScreen } from '../../../src/server/console/staff/staff-page.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const choice = { skus: [], category: '', brand: 'Dell', from: null, to: null, status: '', stock: '' }
const rule = JSON.stringify({ rule: { how: 'percent', percent: -2_000 }, ending: 'ore', choice })

/** The operation, the note of its entry, and what it is in each language. */
const notes: readonly (readonly [string, string, string | RegExp, string | RegExp])[] = [
  [
    'api_keys.make',
    'stock.write orders.read',
    'It may: change stock, read orders.',
    'Den får: ändra lager, läsa order.',
  ],
  ['books.sie', 'SEK', 'In SEK.', 'I SEK.'],
  ['books.eu_companies', 'EUR', 'In EUR.', 'I EUR.'],
  ['books.vat', 'EUR', 'In EUR.', 'I EUR.'],
  ['books.vouchers', 'SEK', 'In SEK.', 'I SEK.'],
  ['categories.merge', 'a/b > c', 'a/b was merged into c.', 'a/b slogs ihop med c.'],
  ['customers.log_in', 'Asked by phone', 'Reason: Asked by phone', 'Skäl: Asked by phone'],
  ['customers.log_out', 'Asked by phone', 'Reason: Asked by phone', 'Skäl: Asked by phone'],
  ['gift_cards.block', 'Stolen', 'Reason: Stolen', 'Skäl: Stolen'],
  ['gift_cards.change', 'Wrong sum', 'Reason: Wrong sum', 'Skäl: Wrong sum'],
  ['gift_cards.issue', 'mailed', 'The code was emailed.', 'Koden mejlades.'],
  ['gift_cards.issue', 'shown', 'The code was shown on the screen.', 'Koden visades på skärmen.'],
  ['gift_cards.unblock', 'Found', 'Reason: Found', 'Skäl: Found'],
  [
    'lists.export',
    '?q=kim&kind=staff&from=',
    'Searched for “kim”. Filtered by kind = staff.',
    'Sökte efter ”kim”. Filtrerat på kind = staff.',
  ],
  ['lists.export', '?q=', 'The whole list.', 'Hela listan.'],
  ['mails.test', 'a@b.se', 'To a@b.se.', 'Till a@b.se.'],
  [
    'orders.ship',
    'Kim scanned 2 x FAN, 1 x RAM; missing: BAT',
    'Kim scanned 2 × FAN, 1 × RAM. Missing: BAT.',
    'Kim skannade 2 × FAN, 1 × RAM. Saknades: BAT.',
  ],
  ['payouts.lose', 'tx1 receivable', 'Transaction tx1. Keep it as a claim on the buyer.', /^Transaktion tx1\. \S.*\.$/],
  ['payouts.undo_lost', 'tx1', 'Transaction tx1.', 'Transaktion tx1.'],
  ['price_changes.make', rule, /^[-−]20% for .*Dell\.$/, /^[-−]20 % för .*Dell\.$/],
  ['price_changes.remove', rule, /^[-−]20% for .*Dell\.$/, /^[-−]20 % för .*Dell\.$/],
  ['price_changes.start', rule, /^[-−]20% for .*Dell\.$/, /^[-−]20 % för .*Dell\.$/],
  ['price_changes.undo', 'minus 20', 'minus 20', 'minus 20'],
  ['products.make', 'FAN', 'Made from FAN.', 'Gjord utifrån FAN.'],
  [
    'products.undo',
    '2026-06-15T12:00:00.000Z',
    /^The change of .*2026.* was undone\.$/,
    /^Ändringen .*2026.* ångrades\.$/,
  ],
  ['orders.mail', 'order_confirmed', 'Order confirmation', 'Orderbekräftelse'],
  ['returns.exchange', 'B1', 'For the return B1.', 'För returen B1.'],
  ['search.dismiss', 'fan, ram', 'The searches: fan, ram.', 'Sökningarna: fan, ram.'],
  ['search.restore', 'fan', 'The searches: fan.', 'Sökningarna: fan.'],
  ['staff.invite', 'warehouse', 'As Warehouse.', 'Som Lager.'],
  ['staff.reinvite', 'warehouse', 'As Warehouse.', 'Som Lager.'],
  ['staff.reset', 'Night desk', 'As Night desk.', 'Som Night desk.'],
  ['system.retry', 'mail 7', 'The task mail 7.', 'Uppgiften mail 7.'],
  ['system.retry', 'mail.*', 'All emails that were given up.', 'Alla mejl som gavs upp.'],
  ['system.test_mail', 'a@b.se', 'To a@b.se.', 'Till a@b.se.'],
  ['tags.merge', 'Sale', 'It was merged into Sale.', 'Den slogs ihop med Sale.'],
  [
    'webhooks.add',
    'https://a.example/: order.placed stock.low',
    'To https://a.example/, about order.placed, stock.low.',
    'Till https://a.example/, om order.placed, stock.low.',
  ],
  ['webhooks.repeat', 'e1', 'The event e1.', 'Händelsen e1.'],
]

const noted = (operation: string, note: string, language: 'en' | 'sv') =>
  auditNoteText(
    { operation, note },
    { t: translator(language), language, home: { country: 'SE', currency: 'SEK' } },
  ).replace(/[\u00a0\u202f]/g, ' ')

test('every note that the shop writes is a sentence in the language of the reader', () => {
  expect([...new Set(notes.map(([operation]) => operation))].toSorted()).toEqual([...notedOperations].toSorted())
  for (const [operation, note, en, sv] of notes) {
    expect([operation, noted(operation, note, 'en')]).toEqual([operation, matching(en)])
    expect([operation, noted(operation, note, 'sv')]).toEqual([operation, matching(sv)])
  }
})

const matching = (wanted: string | RegExp): unknown =>
  typeof wanted === 'string' ? wanted : expect.stringMatching(wanted)

test('what no note of the operation is, and entries of earlier versions, stand as they were written', () => {
  for (const language of languages) {
    expect(noted('categories.merge', 'one into another', language)).toBe('one into another')
    expect(noted('price_changes.make', '−20 %; all products', language)).toBe('−20 %; all products')
    expect(noted('products.undo', 'yesterday', language)).toBe('yesterday')
    expect(noted('orders.ship', 'sent; by hand', language)).toBe('sent; by hand')
    expect(noted('payouts.lose', 'tx1 other', language)).toBe('tx1 other')
    expect(noted('constructor', 'a note', language)).toBe('a note')
    expect(noted('ships.sink', 'a note', language)).toBe('a note')
  }
})

test('the log and the history of a record show their notes in words', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await outcome(shop, owner, staffScreen, {
    form: { action: 'invite', email: 'new@shop.example', role: 'editor', language: 'en' },
  })
  const second = async (q: string) =>
    (await contentOf(shop, owner, auditScreen, { query: { q } })).rows[0]?.cells['operation']?.second
  expect(await second('staff.invite')).toBe('As Editor.')
  const empty = { category: '', brand: '', from: '', to: '', status: '', stock: '', ending: 'ore' }
  const wanted = { action: 'make', ...empty, skus: 'FAN', how: 'percent', value: '-20' }
  const made = await outcome(shop, owner, newPriceChangeScreen, { form: wanted })
  expect(made.fault).toBeNull()
  const id = /price-changes\/([^?]+)/.exec(made.location ?? '')?.[1] ?? ''
  await outcome(shop, owner, priceChangeScreen, { params: { id }, form: { action: 'remove' } })
  expect((await second('price_changes.remove'))?.replace(/[\u00a0\u202f]/g, ' ')).toMatch(/20%.*FAN/)
})
