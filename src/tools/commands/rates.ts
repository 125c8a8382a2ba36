import { readFile, stat } from 'node:fs/promises'
import { dayMs } from '../../domain/durations.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { basePerUnit, foreignCurrencies, type BasePerUnit } from '../../domain/money/exchange-rates.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
import { changeRates, ratesAt, type RateChange } from '../../server/pricing/exchange-rates/change-rates.ts'
import { maxCharacters, readEcbFile } from '../../server/pricing/exchange-rates/ecb-file.ts'
import { fetchEcbRates } from '../../server/pricing/exchange-rates/fetch-ecb-rates.ts'
import { ratesUntil } from '../../server/pricing/exchange-rates/queries.ts'
import { operatorCommand, OperatorError, type Answer, type Given, type OperatorShop } from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- rates <command> [options]

What other currencies cost. Prices are kept in the currency of the home country (SEK
in Sweden), and shown in the shopper's currency at the newest rate; a price that a product has in that currency is not
converted. Works while the shop runs.

  list                          the rates that hold now, and how old they are
  set CURRENCY PRICE [CURRENCY PRICE]…  what one unit costs: rates set EUR 11.25 USD 9.48
  update                        takes over the newest reference rates of the European Central Bank (RATES_URL)
  import FILE.xml               takes over those of its file (eurofxref-daily.xml)
  history [CURRENCY]            earlier rates, newest first
      --limit N                   how many, default 20

  --max-change P                refuses all rates when one moves by more than P percent; default 10
  --json                        output for programs
  --help                        shows this text

The shop does "update" by itself every day with: npm run shop -- settings set rates.source ecb`

/** The `rates` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'rates',
  usage,
  commands: { list, set, update, import: importFile, history },
  options: { 'max-change': { type: 'string' }, limit: { type: 'string' } },
})

async function list({ db, now }: OperatorShop): Promise<Answer> {
  const { currency: base } = await homeNow(db)
  const data = (await ratesAt(db, now())).map((rate) => ({
    ...rate,
    days: Math.floor((now().getTime() - Date.parse(rate.since)) / dayMs),
  }))
  const lines = textTable(
    ['one', base, 'since', 'days'],
    data.map(({ currency, basePerUnit: price, since, days }) => [
      currency,
      String(price),
      minuteOf(since),
      String(days),
    ]),
  )
  return { data, lines }
}

async function set(shop: OperatorShop, given: Given): Promise<Answer> {
  const { words } = given
  const { currency: base } = await homeNow(shop.db)
  if (words.length === 0 || words.length % 2 === 1) throw new OperatorError(`Say a currency and its price in ${base}.`)
  const pairs = Array.from(
    { length: words.length / 2 },
    (_, at) => [words[2 * at] ?? '', words[2 * at + 1] ?? ''] as const,
  )
  const rates = pairs.map(([code, price]) => [currencyOf(code, base), priceOf(price)] as const)
  return store(shop, given, Object.fromEntries(rates))
}

function currencyOf(code: string, base: CurrencyCode): CurrencyCode {
  const foreign = foreignCurrencies(base)
  const known = foreign.find((each) => each === code.toUpperCase())
  if (!known) throw new OperatorError(`"${code}" is not one of ${foreign.join(', ')}.`)
  return known
}

function priceOf(text: string): number {
  if (!/^\d{1,6}(?:[.,]\d{1,8})?$/.test(text)) throw new OperatorError(`"${text}" is not a price such as 11.25.`)
  return Number(text.replace(',', '.'))
}

async function update(shop: OperatorShop, given: Given): Promise<Answer> {
  const { day, rates } = await fetchEcbRates(shop.env, (await homeNow(shop.db)).currency)
  return store(shop, given, rates, day)
}

async function importFile(shop: OperatorShop, given: Given): Promise<Answer> {
  const [file] = given.words
  if (file === undefined || given.words.length > 1) throw new OperatorError('Name one file.')
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new OperatorError(`There is no file ${file}.`)
  if (found.size > maxCharacters) throw new OperatorError(`${file} is too long for a file of exchange rates.`)
  const { day, rates } = readEcbFile(await readFile(file, 'utf8'), (await homeNow(shop.db)).currency)
  return store(shop, given, rates, day)
}

async function store({ db, now }: OperatorShop, { values }: Given, rates: BasePerUnit, day?: string): Promise<Answer> {
  const maxPercent = percentOf(values['max-change'])
  const changes = await changeRates(db, rates, { now: now(), maxPercent })
  const { currency: base } = await homeNow(db)
  const from = day === undefined ? [] : [`Reference rates of ${day}:`]
  return { data: { day: day ?? null, changes }, lines: [...from, ...changes.map((change) => sentenceOf(change, base))] }
}

function percentOf(text: string | boolean | undefined): number {
  if (text === undefined) return 10
  const percent = Number(text)
  if (!(percent > 0 && percent <= 1_000))
    throw new OperatorError('--max-change must be a number of percent, such as 20.')
  return percent
}

function sentenceOf({ currency, before, after }: RateChange, base: string): string {
  const now = Number(after.toPrecision(5))
  return before === undefined || before === now
    ? `1 ${currency} costs ${now} ${base}.`
    : `1 ${currency} costs ${now} ${base} instead of ${before}.`
}

async function history({ db, now }: OperatorShop, { words: [code], values }: Given): Promise<Answer> {
  const { currency: base } = await homeNow(db)
  const wanted = code === undefined ? undefined : currencyOf(code, base)
  const limit = Number(values['limit'] ?? 20)
  if (!Number.isInteger(limit) || limit < 1) throw new OperatorError('--limit must be a whole number.')
  const rows = await ratesUntil(db, now().toISOString(), base)
  const data = rows
    .filter(({ currency }) => wanted === undefined || currency === wanted)
    .slice(0, limit)
    .map(({ currency, per_sek_micro: micro, valid_from: since }) => ({
      currency,
      basePerUnit: basePerUnit(micro),
      since,
    }))
  const lines = data.map(({ currency, basePerUnit: price, since }) => [currency, String(price), minuteOf(since)])
  return { data, lines: textTable(['one', base, 'since'], lines) }
}
