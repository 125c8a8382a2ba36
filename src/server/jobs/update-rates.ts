import { claimTurn } from '../platform/db/claim-turn.ts'
import type { Shop } from '../platform/shop.ts'
import { changeRates } from '../pricing/exchange-rates/change-rates.ts'
import { fetchEcbRates } from '../pricing/exchange-rates/fetch-ecb-rates.ts'

/** The bank publishes once a day at about 16:00; a failed attempt is repeated after this. */
const everyMs = 6 * 3_600_000
/** A rate that moves further in a day is looked at by somebody first. */
const maxPercent = 10

/**
 * Takes over the reference rates of the European Central Bank in one of all processes, where the settings want them.
 * Returns how many rates were stored. Throws RatesError when there are none, or one has moved too far.
 */
export async function updateRates({ db, env, now, settings }: Pick<Shop, 'db' | 'env' | 'now' | 'settings'>) {
  if (settings.all.rates.source !== 'ecb') return 0
  if (!(await claimTurn(db, 'exchange_rates_asked_at', now(), everyMs))) return 0
  const { rates } = await fetchEcbRates(env, settings.all.home.currency)
  return (await changeRates(db, rates, { now: now(), maxPercent })).length
}
