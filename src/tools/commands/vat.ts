import { vatPercent, type VatRow } from '../../domain/money/vat.ts'
import { dayOf } from '../../domain/places/working-days.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
import { settingsHistory } from '../../server/platform/settings/show-settings.ts'
import {
  removeVatRate,
  setVatRate,
  vatHistory,
  type VatChange,
} from '../../server/pricing/vat-rates/change-vat-rate.ts'
import { storedVatRates } from '../../server/pricing/vat-rates/queries.ts'
import {
  actorOf,
  isSet,
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- vat <command> [options]

VAT rates by country, class and day. A rate counts from the beginning of its day in the shop's time zone until the next
one; prices, carts and pages follow at that moment by themselves. Orders and documents keep the rate of their day.

  list [COUNTRY]                the rates that hold now, and those to come
      --all                       earlier ones too
  set COUNTRY PERCENT --from DAY  a rate from a day on, today or later: vat set FI 25.5 --from 2027-01-01
      --replace                   where another rate from that day is there already
  remove COUNTRY --from DAY     takes back a rate that was set
  history                       who changed what, newest first
      --limit N                   how many changes, default 20

  --class NAME                  default: standard; a class without rates of its own has the standard one
  --by NAME                     who changes it, for the history; default: the user at the terminal
  --json                        output for programs
  --help                        shows this text

Stored prices of the class standard include the VAT at which the program knows the home country (25 % in Sweden, Denmark
and Norway, 25.5 % in Finland) whatever the rate is; their price without VAT stays when it moves.
Those of another class include the rate of the shop's own country, and the price with VAT stays there.`

/** The `vat` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'vat',
  usage,
  commands: { list, set, remove, history },
  options: {
    all: { type: 'boolean' },
    from: { type: 'string' },
    class: { type: 'string' },
    replace: { type: 'boolean' },
    by: { type: 'string' },
    limit: { type: 'string' },
  },
})

async function list({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const rows = await storedVatRates(db, given.words[0]?.toUpperCase())
  const today = dayOf(now(), await homeNow(db))
  const data = rows
    .map((row) => ({ ...row, percent: vatPercent(row.rate), state: stateOf(row, rows, today) }))
    .filter(({ state }) => state !== 'over' || isSet(given, 'all'))
    .map(({ country, vat_class: vatClass, percent, valid_from: from, state }) => ({
      country,
      vatClass,
      percent,
      from,
      state,
    }))
  const lines = textTable(
    ['COUNTRY', 'CLASS', 'PERCENT', 'FROM', ''],
    data.map((row) => [row.country, row.vatClass, String(row.percent), row.from, row.state]),
  )
  return { data, lines: data.length === 0 ? ['There is no rate.'] : lines }
}

function stateOf(row: VatRow, rows: readonly VatRow[], today: string): 'now' | 'to come' | 'over' {
  if (row.valid_from > today) return 'to come'
  const isFollowed = rows.some(
    (other) =>
      other.country === row.country &&
      other.vat_class === row.vat_class &&
      other.valid_from > row.valid_from &&
      other.valid_from <= today,
  )
  return isFollowed ? 'over' : 'now'
}

async function set({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const [country, percent] = given.words
  if (country === undefined || percent === undefined || given.words.length > 2)
    throw new OperatorError('Name a country and its rate in percent: vat set FI 25.5 --from 2027-01-01.')
  if (!/^\d{1,3}(?:[.,]\d{1,4})?$/.test(percent))
    throw new OperatorError(`"${percent}" is not a number of percent such as 25.5.`)
  const change = { by: actorOf(given), now: now(), isReplaced: isSet(given, 'replace') }
  return changed(await setVatRate(db, placeOf(country, given), Number(percent.replace(',', '.')), change))
}

async function remove({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const [country] = given.words
  if (country === undefined) throw new OperatorError('Name a country: vat remove FI --from 2027-01-01.')
  return changed(await removeVatRate(db, placeOf(country, given), { by: actorOf(given), now: now() }))
}

function placeOf(country: string, given: Given) {
  const from = textOf(given, 'from')
  if (from === undefined) throw new OperatorError('Say from which day: --from 2027-01-01.')
  return { country, vatClass: textOf(given, 'class') ?? 'standard', from }
}

function changed(change: VatChange): Answer {
  const { country, vatClass, from, before, after } = change
  const what = `The rate of ${country}, ${vatClass}, from ${from}`
  if (before === after) return { data: change, lines: ['Nothing has changed.'] }
  if (after === null) return { data: change, lines: [`${what} is removed; it was ${before} %.`] }
  return { data: change, lines: [`${what} is ${after} %${before === null ? '' : ` instead of ${before} %`}.`] }
}

async function history({ db }: OperatorShop, given: Given): Promise<Answer> {
  const limit = wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 20 })
  const data = await settingsHistory(db, vatHistory, limit)
  const percent = (value: unknown) => (typeof value === 'number' ? `${value} %` : 'none')
  const lines = textTable(
    ['WHEN', 'WHO', 'RATE', 'BEFORE', 'AFTER'],
    data.map((row) => [minuteOf(row.at), row.by, row.name, percent(row.before), percent(row.after)]),
  )
  return { data, lines: data.length === 0 ? ['Nothing was changed yet.'] : lines }
}
