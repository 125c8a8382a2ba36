import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { divideRounded } from '../../../domain/money/money.ts'
import type { Home } from '../../../domain/places/home.ts'
import { homeSettings } from '../../../domain/settings/home.ts'
import { kindOf } from '../db/kind-of.ts'
import { lockImports } from '../db/locks/lock-imports.ts'
import { loadReferenceData } from '../db/reference/reference-data.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { heldByHome, ratesInForce, replaceRates, type DatedRate } from './home-queries.ts'
import { SettingsError } from './settings-error.ts'

/**
 * Moves a shop to another home country, if it is another, in the transaction that writes the setting: exchange rates
 * become prices in the new currency. Throws SettingsError once anything is stored in the old one. An import that begins
 * meanwhile waits, and reads the feed again. What was stored may be wrong, and is then repaired.
 */
export async function followHome(
  trx: DatabaseTransaction,
  { before: stored, after }: { before: unknown; after: Home },
  now: Date,
): Promise<void> {
  const before = homeSettings.safeParse(stored ?? {}).data
  if (before && before.country !== after.country) await changeHome(trx, before, after, now)
}

async function changeHome(trx: DatabaseTransaction, before: Home, after: Home, now: Date): Promise<void> {
  await lockImports(trx)
  const held = await heldByHome(trx)
  if (held !== undefined)
    throw new SettingsError(
      `home.country cannot be changed any more: the shop has ${held}, which belong to ${before.country} and ` +
        `${before.currency}. Open a new shop instead.`,
    )
  const rates = await ratesInForce(trx, now.toISOString())
  const base = { micro: 1_000_000, from: rates.get(before.currency)?.from ?? now.toISOString() }
  await replaceRates(trx, ratesFrom(new Map(rates).set(before.currency, base), after.currency))
  await loadReferenceData({ db: trx, kind: kindOf(trx) })
}

/** Rates of all currencies in another base: what a unit of it buys of each. Each is as old as the older of its two. */
function ratesFrom(old: ReadonlyMap<CurrencyCode, DatedRate>, base: CurrencyCode): Map<CurrencyCode, DatedRate> {
  const own = old.get(base)
  if (own === undefined) return new Map()
  return new Map(
    [...old].map(([currency, { micro, from }]) => [
      currency,
      { micro: divideRounded(micro * 1_000_000, own.micro), from: from < own.from ? from : own.from },
    ]),
  )
}
