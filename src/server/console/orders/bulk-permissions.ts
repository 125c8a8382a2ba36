import type { OrdersBulk } from '../../../contracts/console/bulk.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'

/** Who may do what with many orders at once. */
export const bulkPermissions = {
  process: 'orders.change',
  ship: 'packing.change',
  deliver: 'orders.change',
  slips: 'packing.view',
  hold: 'orders.change',
  release: 'orders.change',
  label: 'orders.change',
  unlabel: 'orders.change',
} as const satisfies Record<OrdersBulk, Permission>
