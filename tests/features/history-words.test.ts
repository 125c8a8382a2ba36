import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { historyWords } from '../../src/console/orders/history-words.ts'
import { translator } from '../../src/i18n/translator.ts'

const sv = { t: translator('sv'), language: 'sv' } as const
const en = { t: translator('en'), language: 'en' } as const

test.each([
  ['placed by phone', 'lagd per telefon', 'placed by phone'],
  ['on hold: the buyer\nwill call', 'stoppad: the buyer\nwill call', 'on hold: the buyer\nwill call'],
  ['released: by_hand', 'släppt (stoppad för hand)', 'released (put on hold by hand)'],
  [
    'changed: NB-1 2 -> 1, +1 x NB-2, address, delivery post, total 100.00 SEK -> 50.00 SEK',
    'ändrad: NB-1 2 → 1, +1 × NB-2, adress, leveranssätt post, totalt 100\u00A0kr → 50\u00A0kr',
    'changed: NB-1 2 → 1, +1 × NB-2, address, delivery method post, total SEK\u00A0100 → SEK\u00A050',
  ],
  ['delivered', 'levererad', 'delivered'],
  ['held: paid when the order was cancelled', 'betalningen är parkerad: ordern var ”annullerad” när den betalades'],
  [
    'refund 1249.00 SEK (F1002): broken, on arrival',
    'återbetalning av 1\u00A0249\u00A0kr, kreditfaktura F1002: broken, on arrival',
  ],
  ['refund 0.50 EUR', 'återbetalning av 0,50\u00A0€', 'refund of €0.50'],
  ['captured: 2215.86 SEK', 'debiterat: 2\u00A0215,86\u00A0kr', 'captured: SEK\u00A02,215.86'],
  ['captured: 12.00 XYZ', 'debiterat: 12.00 XYZ'],
  ['held: 9.00 GBP paid, 12.50 GBP ordered', 'betalningen är parkerad: 9,00\u00A0GBP betalt, 12,50\u00A0GBP beställt'],
  ['refund asked for: 9.00 SEK, ', 'återbetalning begärd: 9\u00A0kr'],
  ['refund asked for: 9.00 SEK, paid too much', 'återbetalning begärd: 9\u00A0kr (för mycket betalades)'],
  ['reminder 2 not sent: nothing is owed any more', 'påminnelse 2 skickades inte: ingenting är obetalt längre'],
  ['dispute lost, claimed from the buyer: 9.00 SEK', 'förlorad tvist, fordran på kunden: 9\u00A0kr'],
  ['dispute lost, settlement undone: 9.00 SEK', 'bokning av förlorad tvist ångrad: 9\u00A0kr'],
  ['dispute opened: 9.00 SEK', 'tvist öppnad: 9\u00A0kr', 'dispute opened: SEK\u00A09'],
  ['taken back by the bank: 1500 JPY', 'tillbakataget av banken: 1500 JPY'],
  ['back on gift cards: 9.00 SEK, dispute won', 'tillbaka på presentkort: 9\u00A0kr (tvisten är vunnen)'],
  ['received R1 in part', 'en del av retur R1 togs emot'],
  ['VAT of today: 25 % -> 12 %', 'dagens momssats: 25 % → 12 %', 'VAT rate of the day: 25 % → 12 %'],
  ['VAT of today: of the delivery', 'frakten fick dagens momssats'],
])('the note %j is shown in the language of the reader', (note, swedish, english?: string) => {
  expect(historyWords(note, sv)).toBe(swedish)
  if (english) expect(historyWords(note, en)).toBe(english)
})

test.each([
  '<b>ring</b> before noon',
  'PostNord 123: 1 x NB-1',
  'the refund 12 SEK',
  '',
  '__proto__',
  'released: soon',
])('the note %j is shown as it was written', (note) => expect(historyWords(note, sv)).toBe(note))

/** Notes in the code of the orders, with something in the place of each value. */
function notesInCode(): string[] {
  const files = globSync('src/server/ordering/**/*.ts', { exclude: (file) => file.includes('/lists/') })
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bnote(?:: | = )(?:`([^`]+)`|'([^']+)')/g)].flatMap(([, made, fixed]) => {
      const note = (made ?? fixed ?? '')
        .replace('${order.hold}', 'by_hand')
        .replace('${order.status}', 'expired')
        .replace('${words[outcome.kind]}', 'written off')
      const filled = note.replaceAll(/\$\{[^{}]*(?:\{[^}]*\}[^{}]*)*\}/g, '1')
      // A note that begins with a value is content; a text within a text is in the table above.
      return note.startsWith('${') || filled.includes('${') ? [] : [filled]
    }),
  )
}

test('every note that begins with words of the shop has words in both languages', () => {
  const notes = notesInCode()
  expect(notes.length).toBeGreaterThan(10)
  expect(notes.filter((note) => historyWords(note, sv) === note)).toEqual([])
})
