import type { ColumnFacts } from './column-facts.ts'
import type { Roles } from './column-roles.ts'
import { unitsOf } from './link-roles.ts'

const marks = ['|', ';', ',', '\n'] as const
/** Of the names in a column, those that must be devices of the shop. */
const minDeviceShare = 0.5

/** The settings for columns that name other products, devices, numbers and documents. */
export function linksOf(roles: Roles, isDevice: (name: string) => boolean) {
  const { maker, replaces, successor, accessories, alternatives, documents } = roles
  const devices = roles.devices.find((each) => areDevices(each, isDevice))
  const [set] = roles.set
  const one = ({ column }: ColumnFacts) => column
  const numbers = [
    ...maker.map(({ column }) => ({ column, kind: 'maker', separator: '|' })),
    ...replaces.map((facts) => ({ column: facts.column, kind: 'replaces', separator: listMarkOf(facts) })),
  ]
  const relations = [
    ...accessories.map((facts) => ({ column: facts.column, kind: 'accessory', separator: listMarkOf(facts) })),
    ...alternatives.map((facts) => ({ column: facts.column, kind: 'alternative', separator: listMarkOf(facts) })),
  ]
  return {
    ...(numbers.length > 0 ? { partNumbers: numbers } : {}),
    ...(relations.length > 0 ? { relations } : {}),
    ...(set ? { set: { column: set.column, separator: listMarkOf(set) } } : {}),
    ...(successor[0] && roles.sku[0] ? { successor: { column: successor[0].column } } : {}),
    ...(devices
      ? { devices: { column: devices.column, separator: listMarkOf(devices), unknown: 'leave-out' as const } }
      : {}),
    ...(documents.length > 0 ? { documents: { urls: documents.slice(0, 12).map(one) } } : {}),
  }
}

/** Prices for several units, by what their headings say. */
export function tiersOf({ tier }: Roles) {
  const tiers = tier.flatMap(({ column, plain }) => {
    const quantity = unitsOf(plain)
    return quantity === undefined ? [] : [{ column, quantity }]
  })
  return tiers.length > 0 ? { tiers } : {}
}

/** What stands between several values in the cells of a column. */
function listMarkOf({ cells }: ColumnFacts): string {
  return marks.find((mark) => cells.some((cell) => cell.includes(mark))) ?? '|'
}

function areDevices(facts: ColumnFacts, isDevice: (name: string) => boolean): boolean {
  const mark = listMarkOf(facts)
  const names = facts.cells.flatMap((cell) => cell.split(mark).map((name) => name.trim()))
  return names.filter(isDevice).length >= Math.max(1, names.length * minDeviceShare)
}
