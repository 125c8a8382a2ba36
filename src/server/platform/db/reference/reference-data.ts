import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import { divideRounded } from '../../../../domain/money/money.ts'
import type { Home } from '../../../../domain/places/home.ts'
import { insertRows } from '../bulk.ts'
import type { OpenDatabase } from '../connect.ts'
import { homeNow } from '../home-queries.ts'
import type { NewRow } from '../tables.ts'

type Dated = readonly [rate: number, validFrom: string]

/** Standard VAT rates of the EU in basis points, newest last, with the changes of recent years. */
const standardRates: Readonly<Record<string, readonly Dated[]>> = {
  AT: [[2000, '1984-01-01']],
  BE: [[2100, '1996-01-01']],
  BG: [[2000, '1999-01-01']],
  CY: [[1900, '2014-01-13']],
  CZ: [[2100, '2013-01-01']],
  DE: [[1900, '2021-01-01']],
  DK: [[2500, '1992-01-01']],
  EE: [
    [2000, '2009-07-01'],
    [2200, '2024-01-01'],
    [2400, '2025-07-01'],
  ],
  ES: [[2100, '2012-09-01']],
  FI: [
    [2400, '2013-01-01'],
    [2550, '2024-09-01'],
  ],
  FR: [[2000, '2014-01-01']],
  GR: [[2400, '2016-06-01']],
  HR: [[2500, '2012-03-01']],
  HU: [[2700, '2012-01-01']],
  IE: [[2300, '2021-03-01']],
  IT: [[2200, '2013-10-01']],
  LT: [[2100, '2009-09-01']],
  LU: [
    [1600, '2023-01-01'],
    [1700, '2024-01-01'],
  ],
  LV: [[2100, '2012-07-01']],
  MT: [[1800, '2004-01-01']],
  NL: [[2100, '2012-10-01']],
  PL: [[2300, '2011-01-01']],
  PT: [[2300, '2011-01-01']],
  RO: [
    [1900, '2017-01-01'],
    [2100, '2025-08-01'],
  ],
  SE: [[2500, '1990-07-01']],
  SI: [[2200, '2013-07-01']],
  SK: [
    [2000, '2011-01-01'],
    [2300, '2025-01-01'],
  ],
}

/** Of Norway, whose VAT only a Norwegian shop charges. */
const norwegianRates: typeof standardRates = { NO: [[2500, '2005-01-01']] }

/** Millionths of each currency per SEK; the shop owner replaces them with current rates. */
const ratesPerSek: Readonly<Record<CurrencyCode, number>> = {
  SEK: 1_000_000,
  NOK: 1_060_000,
  DKK: 680_000,
  EUR: 91_000,
  GBP: 79_000,
  USD: 105_000,
}

const ratesFrom = '2025-01-01'

/**
 * Writes the VAT rates and currency rates that every shop needs, in the base currency of its home. Keeps existing
 * rows, so that the owner's own rates win.
 */
export async function loadReferenceData({ db, kind }: OpenDatabase): Promise<void> {
  const home = await homeNow(db)
  await insertRows(db, kind, 'vat_rates', vatRates(home), 'on conflict do nothing')
  await insertRows(db, kind, 'currency_rates', currencyRates(home), 'on conflict do nothing')
}

function vatRates({ country: own }: Home): NewRow<'vat_rates'>[] {
  const rates = { ...standardRates, ...(own === 'NO' ? norwegianRates : {}) }
  return Object.entries(rates).flatMap(([country, rates]) =>
    rates.map(([rate, valid_from]) => ({ country, vat_class: 'standard', rate, valid_from })),
  )
}

function currencyRates({ currency: base }: Home): NewRow<'currency_rates'>[] {
  return Object.entries(ratesPerSek).map(([currency, micro]) => ({
    currency: currency as CurrencyCode,
    per_sek_micro: divideRounded(micro * 1_000_000, ratesPerSek[base]),
    valid_from: ratesFrom,
  }))
}
