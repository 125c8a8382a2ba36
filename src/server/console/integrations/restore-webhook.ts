import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { endpointLog, restoreEndpoint } from '../../platform/webhooks/webhook-endpoints.ts'
import { endpointById, eventsOf } from '../../platform/webhooks/webhook-queries.ts'
import { remake, type Restorable } from '../staff/restorable.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await endpointById(db, id)) !== undefined

/** Webhooks that were removed: the shop still has them, and sends them nothing. */
export const restorableWebhooks: Restorable = {
  kind: 'webhook',
  removedBy: ['webhooks.remove'],
  asksFactor: true,
  isThere,
  canBe: () => true,
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'webhook',
        operation: 'webhooks.restore',
        lock: lockImports,
        isThere,
        log: async (db, id) => {
          const events = (await eventsOf(db, [id])).map(({ event }) => event)
          const row = await endpointById(db, id)
          return row ? endpointLog(row, events) : {}
        },
      },
      (shop) => restoreEndpoint(shop, removed.id),
    ),
}
