import type { OperationRow } from './company-operations.ts'

const packers = ['owner', 'manager', 'warehouse'] as const
export const packingReaders = ['owner', 'manager', 'seller', 'warehouse'] as const

/** The part of `operations` that is about packing. */
export const packingOperations: Readonly<Record<string, OperationRow>> = {
  packing: { roles: packingReaders },
  'packing.save_view': { roles: packingReaders },
  'packing.remove_view': { roles: packingReaders },
  'packing.pick': { roles: packingReaders },
  'packing.slips': { roles: packingReaders },
  'packing.take': { roles: packers },
  'packing.give_back': { roles: packers },
  'packing.process': { roles: packers },
  'packing.ship': { roles: packers },
  'pick-list': { roles: packingReaders },
  scan: { roles: packingReaders },
  'scan.open': { roles: packingReaders },
  'pack-order': { roles: packingReaders },
  'pack-order.scan': { roles: packers },
  'pack-order.short': { roles: packers },
  'pack-order.found': { roles: packers },
  'pack-order.beyond': { roles: packers },
  'pack-order.undo': { roles: packers },
  'pack-order.ship': { roles: packers },
  'packing-slips': { roles: packingReaders },
}
