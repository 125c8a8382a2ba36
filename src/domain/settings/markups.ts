import { z } from 'zod/mini'
import { priceEndings, type MarkupRule } from '../money/markups.ts'
import { supplyChoices } from '../products/supply.ts'
import { amount, minorOf, optionalAmount } from './amounts.ts'
import { line } from './setting-texts.ts'

const id = line(40).check(
  z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens, such as cables'),
)

/** A share of at most `most` percent with at most two decimals. */
function share(most: number) {
  return z.number().check(
    z.gte(0),
    z.lte(most),
    z.refine((value) => Number.isInteger(Number((value * 100).toFixed(6))), 'must have at most two decimals'),
  )
}

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
  rules: z.prefault(z.array(rule).check(z.maxLength(1_000, 'must have at most 1000 entries')), []),
  supplier: z.prefault(z.enum(supplyChoices), 'cheapest'),
  preferred: z.prefault(z.array(id).check(z.maxLength(100, 'must have at most 100 entries')), []),
})

export type MarkupsSettings = z.output<typeof markupsSettings>

/** Rules between the settings, each reported at the setting to change. */
export function markupFaults({ rules, supplier, preferred }: MarkupsSettings): { name: string; reason: string }[] {
  const ids = rules.map((each) => each.id)
  const beginnings = rules.map(({ category, from }) => `${category}\n${from}`)
  const faults = rules.flatMap((each, at) => {
    const name = `markups.rules.${each.id}`
    if (ids.indexOf(each.id) !== at) return [{ name, reason: 'must not be there twice' }]
    const below = minorOf(each.below)
    if (below !== null && below <= (minorOf(each.from) ?? 0))
      return [{ name: `${name}.below`, reason: 'must be above from' }]
    const same = rules[beginnings.indexOf(beginnings[at] ?? '')]
    if (same && same !== each) return [{ name: `${name}.from`, reason: `must not be that of ${same.id} as well` }]
    return []
  })
  const isEmpty = supplier === 'preferred' && preferred.length === 0
  const isRepeated = new Set(preferred).size < preferred.length
  return [
    ...faults,
    ...(isEmpty ? [{ name: 'markups.preferred', reason: 'must name suppliers where supplier is preferred' }] : []),
    ...(isRepeated ? [{ name: 'markups.preferred', reason: 'must not name a supplier twice' }] : []),
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
