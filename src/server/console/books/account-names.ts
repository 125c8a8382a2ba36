import { homeRules } from '../../../domain/places/home.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { formatNumber } from '../../../i18n/formats.ts'
import { languageOf } from '../../../i18n/setting-countries.ts'
import type { Translate } from '../../../i18n/translator.ts'

/** What each account is called; several uses of one account share the name of the first. */
export function accountNames({ bookkeeping, home }: Pick<Settings, 'bookkeeping' | 'home'>, t: Translate) {
  const { sales, vat, rates, ...single } = bookkeeping
  const names = new Map<string, string>()
  const add = (account: string, name: string) => {
    if (!names.has(account)) names.set(account, name)
  }
  const ofRate = (use: 'sales' | 'vat', account: string, percent: number | undefined) => {
    const rate = percent === undefined ? '' : ` ${formatNumber(percent, languageOf(t))} %`
    add(account, t(`console-payments:account.${use}`) + rate)
  }
  for (const [use, account] of Object.entries(single))
    add(account, t(`console-payments:account.${use as keyof typeof single}`))
  for (const row of rates) {
    ofRate('sales', row.sales, row.percent)
    ofRate('vat', row.vat, row.percent)
  }
  const percents: Record<keyof typeof sales, number | undefined> = {
    p25: homeRules(home).vatInPrices / 100,
    p12: 12,
    p6: 6,
    other: undefined,
  }
  for (const group of ['p25', 'p12', 'p6', 'other'] as const) {
    ofRate('sales', sales[group], percents[group])
    ofRate('vat', vat[group], percents[group])
  }
  return names
}
