import { vatPercent, vatCountry, voucherClass, type VatRow } from '../../../domain/money/vat.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { chargesVatIn } from '../../../domain/places/taxed-countries.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { insertInvalidations } from '../../catalog/change-queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import { settingValueJson } from '../../platform/db/json-columns.ts'
import type { Database } from '../../platform/db/tables.ts'
import { SettingsError, type WholeFault } from '../../platform/settings/settings-error.ts'
import { appendHistory, lastRevision } from '../../platform/settings/settings-queries.ts'
import { deleteVatRate, lockVatRates, putVatRate, storedVatRates } from './queries.ts'

/** A rate as an operator names it: the country's code, the class, and the day from which it counts (`2027-01-01`). */
export type VatPlace = { country: string; vatClass: string; from: string }
export type VatChange = VatPlace & { before: number | null; after: number | null }
type Change = { by: string; now: Date }

/** The name under which changes of rates are in the history of the settings. */
export const vatHistory = 'vat'

const furthestDays = 5 * 366

/**
 * Writes a rate (in percent) that counts from a day in the shop's time zone, today or later. Refuses with SettingsError
 * an unknown country or class, a day that is none, and a rate that is there already unless `isReplaced`.
 */
export async function setVatRate(
  db: Database,
  place: VatPlace,
  percent: number,
  { isReplaced, ...change }: Change & { isReplaced: boolean },
): Promise<VatChange> {
  const { rate, ...key } = plannedRate(place, percent, change.now, await homeNow(db))
  return write(db, key, change, (stored) => {
    if (stored && stored.rate !== rate && !isReplaced)
      throw new SettingsError(
        `${nameOf(key)} is ${vatPercent(stored.rate)} % from ${key.valid_from}: repeat it with --replace.`,
        { fault: 'vat_there', values: { percent: String(vatPercent(stored.rate)), day: key.valid_from } },
      )
    return rate
  })
}

/**
 * The rate (in percent) that a place would have from its day on, as it would be stored. Refuses with SettingsError what
 * `setVatRate` refuses, except a rate that is there already.
 */
export function plannedRate(place: VatPlace, percent: number, now: Date, home: Home): VatRow {
  const key = keyOf(place, now, home)
  const rate = Math.round(percent * 100)
  if (!(percent >= 0 && percent <= 100) || Math.abs(rate - percent * 100) > 1e-6)
    throw vatRateError(
      'vat_percent',
      'A VAT rate is a number of percent from 0 to 100 with at most two decimals, such as 25.5.',
    )
  return { ...key, rate }
}

function vatRateError(
  fault: WholeFault,
  message: string,
  values: Readonly<Record<string, string>> = {},
): SettingsError {
  return new SettingsError(message, { fault, values })
}

/** Removes a rate that does not count yet. */
export async function removeVatRate(db: Database, place: VatPlace, change: Change): Promise<VatChange> {
  const home = await homeNow(db)
  const key = keyOf(place, change.now, home)
  return write(db, key, change, (stored, all) => {
    if (!stored) throw vatRateError('vat_none', `${nameOf(key)} has no rate from ${key.valid_from}.`)
    if (key.valid_from <= dayOf(change.now, home) && !all.some(({ valid_from: from }) => from < key.valid_from))
      throw vatRateError('vat_last', `${nameOf(key)} would have no rate.`)
    return null
  })
}

type Key = Omit<VatRow, 'rate'>
type Decide = (stored: VatRow | undefined, all: readonly VatRow[]) => number | null

async function write(db: Database, key: Key, { by, now }: Change, decide: Decide): Promise<VatChange> {
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    await lockVatRates(trx)
    const revision = (await lastRevision(trx)) + 1
    const all = (await storedVatRates(trx, key.country)).filter(({ vat_class: name }) => name === key.vat_class)
    const stored = all.find(({ valid_from: from }) => from === key.valid_from)
    const rate = decide(stored, all)
    const change = {
      ...placeOf(key),
      before: stored ? vatPercent(stored.rate) : null,
      after: rate === null ? null : vatPercent(rate),
    }
    if (change.before === change.after) return change
    const [before, after] = [settingValueJson.write(change.before), settingValueJson.write(change.after)]
    const name = `${vatHistory}.${key.country}.${key.vat_class}.${key.valid_from}`
    if (!(await appendHistory(trx, [{ revision, changed_at: at, changed_by: by, name, before, after }])))
      throw vatRateError(
        'settings_changed',
        'Somebody else changed the settings in the meantime: look at them and try again.',
      )
    await (rate === null ? deleteVatRate(trx, key) : putVatRate(trx, { ...key, rate }))
    await insertInvalidations(trx, ['catalog', 'layout'], at)
    return change
  })
}

function placeOf({ country, vat_class: vatClass, valid_from: from }: Key): VatPlace {
  return { country, vatClass, from }
}

function nameOf({ country, vat_class: vatClass }: Key): string {
  return vatClass === 'standard' ? country : `${country} ${vatClass}`
}

function keyOf({ country: typed, vatClass, from }: VatPlace, now: Date, home: Home): Key {
  const country = countryByCode(typed)
  if (!country) throw vatRateError('vat_country', `"${typed}" is not the code of a country that the shop knows.`)
  if (vatCountry(country.code) !== country.code)
    throw vatRateError('vat_country', `${country.code} has the rates of ${vatCountry(country.code)}.`)
  if (!chargesVatIn(country.code, home)) {
    const outside = country.eu ? home.country : country.code
    throw vatRateError('vat_untaxed', `No VAT is charged in ${country.code}: ${outside} is not in the EU.`)
  }
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(vatClass) || vatClass === voucherClass)
    throw vatRateError('vat_class', `"${vatClass}" is not a VAT class that has rates, such as standard or reduced.`)
  const today = dayOf(now, home)
  if (!isDay(from)) throw vatRateError('vat_day', `"${from}" is not a day such as 2027-01-01.`)
  if (from < today) throw vatRateError('vat_day_over', `${from} is over: orders of that day had another rate.`)
  if (from > plusDays(today, furthestDays)) throw vatRateError('vat_day_far', `${from} is more than five years ahead.`)
  return { country: country.code, vat_class: vatClass, valid_from: from }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}
