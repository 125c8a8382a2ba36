import { isDeepStrictEqual } from 'node:util'
import { readSettings, type Settings } from '../../../domain/settings/settings.ts'
import { leavesOf, type Json } from './setting-names.ts'
import { SettingsError } from './settings-error.ts'

/** Settings that are amounts in the home currency, or have some. */
const amounts = [
  /^delivery\.methods\..+\.(?:freeFrom|bands)$/,
  /^payment\.methods\..+\.(?:least|most)$/,
  /^markups\.rules\..+\.(?:from|below|fixed)$/,
]
const maxNamed = 5

/**
 * Refuses another home currency while amounts that somebody has set in the old one would stay: 49 kronor are not
 * 49 euros. `isGiven` tells which settings the same change names. Throws SettingsError.
 */
export function refuseUnchangedAmounts(
  before: Settings | undefined,
  after: Settings,
  isGiven: (name: string) => boolean,
): void {
  if (!before || before.home.currency === after.home.currency) return
  const usual = new Map(leavesOf(readSettings({}).settings ?? {}))
  const old = new Map(leavesOf(before))
  const unchanged = leavesOf(after)
    .filter(
      ([name, value]) =>
        amounts.some((form) => form.test(name)) && isAmount(value) && isDeepStrictEqual(old.get(name), value),
    )
    .filter(([name, value]) => !isGiven(name) && !isDeepStrictEqual(usual.get(name), value))
    .map(([name]) => name)
  if (unchanged.length === 0) return
  const named = `${unchanged.slice(0, maxNamed).join(', ')}${unchanged.length > maxNamed ? ' …' : ''}`
  throw new SettingsError(
    `home.currency cannot become ${after.home.currency} while amounts in ${before.home.currency} stay: ${named}. ` +
      'Give them anew in the same command, or remove them first.',
    {
      fault: 'settings_kept_amounts',
      values: { before: before.home.currency, after: after.home.currency, names: named },
    },
  )
}

/** Nothing, and 0, are the same in every currency. */
function isAmount(value: Json): boolean {
  return value !== '' && value !== '0'
}
