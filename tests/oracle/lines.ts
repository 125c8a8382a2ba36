import { isBound } from './discounts.ts'
import { tierOf, type Tier } from './prices.ts'

/** Spec sections 4 and 5 on cart lines: merging, quantities and unit prices. */
export type OracleCartLine = {
  uuid: string
  product_id: string
  quantity: number
  price: number
  pricing: readonly Tier[]
  subscription_interval?: { id: string } | null | undefined
  cross_selling_product_id?: string | null | undefined
  upselling_bundle_id?: string | null | undefined
  added_by_coupon?: string | null | undefined
}

const maximum = 5_000

/** Section 5: whole numbers from minimum to maximum; non-numbers become 0 before clamping. */
export function quantityOf(value: number, min = 0, max = maximum): number {
  const whole = Number.isNaN(value) ? 0 : Math.floor(value)
  return whole < min ? min : whole > max ? max : whole
}

function repriced<T extends OracleCartLine>(line: T, quantity: number): T {
  const tier = tierOf(line.pricing, quantity)
  return { ...line, quantity, price: tier ? tier.p : line.price }
}

/**
 * Section 4: merges into the line of the same product when neither was added by cross-sell, bundle or coupon; else a
 * new line.
 */
export function added<T extends OracleCartLine>(lines: readonly T[], line: T, uuid: string): T[] {
  const interval = ({ subscription_interval: every }: T) => every?.id ?? ''
  const at = isBound(line)
    ? -1
    : lines.findIndex(
        (each) => !isBound(each) && each.product_id === line.product_id && interval(each) === interval(line),
      )
  if (at < 0) return [...lines, { ...line, uuid }]
  return lines.map((each, index) => (index === at ? repriced(each, quantityOf(each.quantity + line.quantity)) : each))
}

/** Section 4: "Quantity above 0 updates the line and sets its price …. Quantity 0 removes the line." */
export function changed<T extends OracleCartLine>(lines: readonly T[], uuid: string, wanted: number): T[] {
  const quantity = quantityOf(wanted)
  const kept = quantity === 0 ? lines.filter((each) => each.uuid !== uuid) : lines
  return kept.map((each) => (each.uuid === uuid ? repriced(each, quantity) : each))
}
