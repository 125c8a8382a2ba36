import { z } from 'zod/mini'
import type { MarkupRule } from '../money/markups.ts'
import { priceEndings } from '../money/price-endings.ts'
import { supplyChoices } from '../products/supply.ts'
import { amount, minorOf, optionalAmount } from './amounts.ts'
import { faultAt, sentence, type SettingsFault } from './reasons.ts'
import { line } from './setting-texts.ts'
import { share } from './shares.ts'

const id = line(40).check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence('short_name', { example: 'cables' })))

const rule = z.strictObject({
  id,
  /** The id or the English path of a category, such as cables/usb; empty for all. */
  category: z.prefault(line(300), ''),
  /** Costs without VAT in the shop's own currency, from the first on and below the second. */
  from: z.prefault(amount, '0'),
  below: optionalAmount,
  percent: z.prefault(share(1_000), 0),
  fixed: z.prefault(amount, '0'),
  /** The least share of the price without VAT that is earned. */
  minMargin: z.prefault(share(95), 0),
  rounding: z.prefault(z.enum(priceEndings), 'ore'),
})

/** How prices follow from what parts cost, and which of several suppliers counts. */
export const markupsSettings = z.strictObject({
  rules: z.prefault(z.array(rule).check(z.maxLength(1_000, sentence('most_entries', { most: 1_000 }))), []),
  supplier: z.prefault(z.enum(supplyChoices), 'cheapest'),
  preferred: z.prefault(z.array(id).check(z.maxLength(100, sentence('most_entries', { most: 100 }))), []),
})

export type MarkupsSettings = z.output<typeof markupsSettings>

/** Rules between the settings, each reported at the setting to change. */
export function markupFaults({ rules, supplier, preferred }: MarkupsSettings): SettingsFault[] {
  const ids = rules.map((each) => each.id)
  const beginnings = rules.map(({ category, from }) => `${category}\n${from}`)
  const faults = rules.flatMap((each, at) => {
    const name = `markups.rules.${each.id}`
    if (ids.indexOf(each.id) !== at) return [faultAt(name, 'there_twice')]
    const below = minorOf(each.below)
    if (below !== null && below <= (minorOf(each.from) ?? 0)) return [faultAt(`${name}.below`, 'above_from')]
    const same = rules[beginnings.indexOf(beginnings[at] ?? '')]
    if (same && same !== each) return [faultAt(`${name}.from`, 'same_beginning', { id: same.id })]
    return []
  })
  const isEmpty = supplier === 'preferred' && preferred.length === 0
  const isRepeated = new Set(preferred).size < preferred.length
  return [
    ...faults,
    ...(isEmpty ? [faultAt('markups.preferred', 'suppliers_missing')] : []),
    ...(isRepeated ? [faultAt('markups.preferred', 'supplier_twice')] : []),
  ]
}

/** Returns the rules in minor units and basis points. */
export function markupRules({ rules }: MarkupsSettings): MarkupRule[] {
  return rules.map(({ id: name, category, from, below, percent, fixed, minMargin, rounding }) => ({
    id: name,
    category,
    from: minorOf(from) ?? 0,
    below: minorOf(below),
    percent: Math.round(percent * 100),
    fixed: minorOf(fixed) ?? 0,
    margin: Math.round(minMargin * 100),
    ending: rounding,
  }))
}
