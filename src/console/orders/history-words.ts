import { currencyByCode } from '../../domain/money/currencies.ts'
import { toMinor } from '../../domain/money/money.ts'
import type { Language } from '../../domain/places/locales.ts'
import { exactSum } from '../../i18n/money.ts'
import { refundReason } from '../../i18n/refund-reasons.ts'
import type { TextKey, Translate } from '../../i18n/translator.ts'
import { namedText } from '../kit/named-text.ts'

type Pattern = readonly [RegExp, TextKey]
type Reader = { t: Translate; language: Language }

/**
 * The notes that the shop itself writes to the history of an order, which are English in the database. The named groups
 * are the values of the text. What people wrote matches none of them, and is shown as it is.
 */
const patterns: readonly Pattern[] = [
  [/^placed by phone$/, 'console-orders:told.by_phone'],
  [/^e-mail address corrected$/, 'console-orders:told.email_corrected'],
  [/^on hold: (?<reason>.*)$/s, 'console-orders:told.on_hold'],
  [/^released: (?<hold>known_organization|unpaid_difference|by_hand)$/, 'console-orders:told.released'],
  [/^changed: (?<changes>.*)$/s, 'console-orders:told.changed'],
  [/^delivered(?: (?<parcels>.+))?$/, 'console-orders:told.delivered'],
  [/^held payment accepted$/, 'console-orders:told.held_accepted'],
  [/^held payment closed: (?<reason>.*)$/s, 'console-orders:told.held_closed'],
  [/^held: (?<paid>.+) paid, (?<ordered>.+) ordered$/, 'console-orders:told.held_other_sum'],
  [/^held: paid when the order was (?<status>\w+)$/, 'console-orders:told.held_late'],
  [/^billed: (?<sum>.+)$/, 'console-orders:told.billed'],
  [/^captured: (?<sum>.+)$/, 'console-orders:told.captured'],
  [/^difference paid: (?<sum>.+)$/, 'console-orders:told.difference_paid'],
  [/^invoice paid: (?<sum>.+) on (?<day>[\d-]+)$/, 'console-orders:told.invoice_paid'],
  [/^balance paid back: (?<sum>.+) on (?<day>[\d-]+)$/, 'console-orders:told.balance_paid_back'],
  [/^invoice payment undone: (?<sum>.+) on (?<day>[\d-]+)$/, 'console-orders:told.payment_undone'],
  [/^refund asked for: (?<sum>[^,]+), (?<why>.*)$/s, 'console-orders:told.refund_asked'],
  [/^credited: (?<sum>[^,]+), (?<why>.*)$/s, 'console-orders:told.credited'],
  [/^not taken: (?<sum>[^,]+), (?<why>.*)$/s, 'console-orders:told.not_taken'],
  [/^refund refused: (?<sum>[^,]+), (?<reason>.*)$/s, 'console-orders:told.refund_refused'],
  [/^refund failed: (?<sum>[^,]+), (?<reason>.*)$/s, 'console-orders:told.refund_failed'],
  [/^refunded: (?<sum>[^,]+), (?<why>given back at the provider)$/, 'console-orders:told.refunded_because'],
  [/^refunded by bank transfer: (?<sum>[^,]+), (?<reason>.*)$/s, 'console-orders:told.refunded_by_bank'],
  [/^refunded: (?<sum>[^,]+)$/, 'console-orders:told.refunded'],
  [/^back on gift cards: (?<sum>[^,]+), (?<why>.*)$/s, 'console-orders:told.back_on_cards'],
  [
    /^refund (?<sum>[\d.-]+ [A-Z]{3}) \((?<number>\S+)\): (?<reason>.*)$/s,
    'console-orders:told.refund_numbered_because',
  ],
  [/^refund (?<sum>[\d.-]+ [A-Z]{3}) \((?<number>\S+)\)$/, 'console-orders:told.refund_numbered'],
  [/^refund (?<sum>[\d.-]+ [A-Z]{3}): (?<reason>.*)$/s, 'console-orders:told.refund_because'],
  [/^refund (?<sum>[\d.-]+ [A-Z]{3})$/, 'console-orders:told.refund'],
  [/^dispute lost, written off: (?<sum>.+)$/, 'console-orders:told.dispute_written_off'],
  [/^dispute lost, claimed from the buyer: (?<sum>.+)$/, 'console-orders:told.dispute_claimed'],
  [/^dispute lost, settlement undone: (?<sum>.+)$/, 'console-orders:told.dispute_undone'],
  [/^the bank asks about: (?<sum>.+)$/, 'console-orders:told.bank_asks'],
  [/^dispute opened: (?<sum>.+)$/, 'console-orders:told.dispute_opened'],
  [/^dispute won at the bank: (?<sum>.+)$/, 'console-orders:told.dispute_won_there'],
  [/^dispute lost at the bank: (?<sum>.+)$/, 'console-orders:told.dispute_lost_there'],
  [/^taken back by the bank: (?<sum>.+)$/, 'console-orders:told.taken_by_bank'],
  [/^given back by the bank: (?<sum>.+)$/, 'console-orders:told.given_by_bank'],
  [/^reminder (?<step>\d+) of (?<number>\S+) mailed$/, 'console-orders:told.reminded'],
  [/^reminder (?<step>\d+)(?: of \S+)? not sent: nothing is owed any more$/, 'console-orders:told.not_reminded'],
  [/^withdrawal (?<number>\S+)$/, 'console-orders:told.withdrawal'],
  [/^return (?<number>\S+)$/, 'console-orders:told.return'],
  [/^called off the rest of (?<number>\S+)$/, 'console-orders:told.called_off_rest'],
  [/^called off (?<number>\S+)$/, 'console-orders:told.called_off'],
  [/^not refunded (?<number>\S+): (?<reason>.*)$/s, 'console-orders:told.not_refunded'],
  [/^received (?<number>\S+) in part$/, 'console-orders:told.received_in_part'],
  [/^received (?<number>\S+)$/, 'console-orders:told.received'],
  [/^exchange for return (?<number>\S+)$/, 'console-orders:told.exchange_for'],
  [/^exchange: order (?<number>\S+)$/, 'console-orders:told.exchanged'],
  [/^VAT of today: of the delivery$/, 'console-orders:told.vat_of_delivery'],
  [/^VAT of today: (?<rates>.+)$/, 'console-orders:told.vat_of_today'],
]

const holds: Readonly<Record<string, TextKey>> = {
  known_organization: 'console-orders:told.hold.known_organization',
  unpaid_difference: 'console-orders:told.hold.unpaid_difference',
  by_hand: 'console-orders:told.hold.by_hand',
}

/** The words of "changed: ..." that are no part numbers or amounts. */
const changes: readonly (readonly [RegExp, TextKey])[] = [
  [/^address$/, 'console-orders:told.change.address'],
  [/^phone$/, 'console-orders:told.change.phone'],
  [/^delivery (?<method>\S+)$/, 'console-orders:told.change.delivery'],
  [/^total (?<before>.+) -> (?<after>.+)$/, 'console-orders:told.change.total'],
]

/** A note of an order's history in the language of the reader. */
export function historyWords(note: string, reader: Reader): string {
  return translateByPattern(patterns, note, reader) ?? note
}

function translateByPattern(known: readonly Pattern[], text: string, reader: Reader): string | undefined {
  for (const [pattern, key] of known) {
    const match = pattern.exec(text)
    // Where no reason was given, none stands in brackets or behind a colon.
    if (match)
      return reader
        .t(key, valuesIn(match.groups ?? {}, reader))
        .trim()
        .replace(/ \(\)$|:$/, '')
  }
  return undefined
}

function valuesIn(groups: Readonly<Record<string, string | undefined>>, reader: Reader): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value = '']) => [name, valueOf(name, value, reader)]))
}

function valueOf(name: string, value: string, reader: Reader): string {
  const { t } = reader
  if (name === 'why') return refundReason(value, t)
  if (name === 'hold') return namedText(holds, value, t)
  if (name === 'changes')
    return value
      .split(', ')
      .map((part) => translateByPattern(changes, part, reader) ?? unitsWritten(part))
      .join(', ')
  if (name === 'rates') return value.replaceAll(' -> ', ' → ')
  if (name === 'status') return t(`console-orders:state.${value as 'cancelled'}`)
  return amounts.has(name) ? amountWritten(value, reader.language) : value
}

/** The values that are amounts, written by `plainAmount`. */
const amounts: ReadonlySet<string> = new Set(['sum', 'before', 'after', 'paid', 'ordered'])

function amountWritten(text: string, language: Language): string {
  const [, major, code = ''] = /^(-?\d+\.\d{2}) ([A-Z]{3})$/.exec(text) ?? []
  const currency = currencyByCode(code)
  return major === undefined || !currency ? text : exactSum(toMinor(Number(major)), currency.code, language)
}

/** `NB-1 2 -> 1` and `+1 x NB-2` with the signs that people read. */
function unitsWritten(change: string): string {
  return change.replace(/ -> (?=\d+$)/, ' → ').replace(/^(\+\d+) x /, '$1 × ')
}
