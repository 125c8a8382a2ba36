import type { ColumnRole, FeedChoices } from '../../../../domain/products/feed-choices.ts'
import type { SupplyFields } from '../profile/profile-supply.ts'
import { isKeptBeside, type ShownProfile } from './kept-columns.ts'

type Json = Record<string, unknown>

/** Settings of a profile that `supplyOf` says. */
export const supplySettings = ['supplier', 'cost', 'supplierNumber', 'deliveryDays']

/** Roles that a column has only in the feed of a supplier. */
const supplyRoles: ReadonlySet<ColumnRole> = new Set(['cost', 'supplier_number', 'delivery_days'])
const supplierName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const maxNameLength = 40

/** Adds the roles of columns with what a supplier asks for a part, calls it and needs to send it. */
export function addSupplyRoles(
  { cost, supplierNumber, deliveryDays }: SupplyFields,
  add: (role: ColumnRole, column: string | undefined) => void,
): void {
  add('cost', cost?.column)
  add('supplier_number', supplierNumber?.column)
  if (typeof deliveryDays === 'object') add('delivery_days', deliveryDays.column)
}

/** Whether a supplier must be named first, or its name cannot be one. */
export function isSupplierMissing({ supplier, columns }: FeedChoices): boolean {
  if (supplier === '') return columns.some(({ role }) => supplyRoles.has(role))
  return !supplierName.test(supplier) || supplier.length > maxNameLength
}

/** The currency that the costs of a profile are in, where it is one for all rows. */
export function costCurrency({ cost }: SupplyFields) {
  return typeof cost?.currency === 'string' ? cost.currency : undefined
}

/**
 * Whose feed it is, and its columns; what the profile says of the same column stays, and of one that it also reads
 * otherwise.
 */
export function supplyOf(choices: FeedChoices, shown: ShownProfile): Json {
  const { supplier, columns, currency } = choices
  const { json } = shown
  if (supplier === '') return {}
  const column = (role: ColumnRole) => columns.find((each) => each.role === role)?.column
  const isKept = (setting: unknown, role: ColumnRole) => isKeptBeside(choices, shown, columnIn(setting), role)
  const said = (key: string, role: ColumnRole): Json => {
    const chosen = column(role)
    if (chosen !== undefined) return { [key]: { column: chosen } }
    return isKept(json[key], role) || typeof json[key] === 'number' ? { [key]: json[key] } : {}
  }
  const cost = column('cost')
  const before = json['cost'] as Json | undefined
  const keptCost = isKept(before, 'cost') ? { cost: before } : {}
  const own = columnIn(before) === cost ? before?.['currency'] : undefined
  // The currency of the form is that of the prices, where the file has some.
  const ofCost = typeof own === 'object' || column('price') !== undefined ? (own ?? currency) : currency
  return {
    supplier,
    ...(cost === undefined ? keptCost : { cost: { column: cost, currency: ofCost } }),
    ...said('supplierNumber', 'supplier_number'),
    ...said('deliveryDays', 'delivery_days'),
  }
}

function columnIn(setting: unknown): unknown {
  return typeof setting === 'object' && setting !== null ? (setting as Json)['column'] : undefined
}
