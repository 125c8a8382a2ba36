import { chosenEvents, type WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { endpointById, eventsOf } from '../../platform/webhooks/webhook-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

type Form = { url: string; events: readonly WebhookEvent[] }

/** What somebody must be allowed to see of the shop to send an event elsewhere. */
function permissionOfEvent(event: WebhookEvent): Permission {
  if (event.startsWith('order.')) return 'orders.view'
  return event.startsWith('return.') ? 'returns.view' : 'products.view'
}

/**
 * Throws ConsoleError `above_own` where somebody would have the shop tell what they may not see: events that are new
 * at an endpoint, and all of them where its address is, because everything of before can be sent there again.
 */
export async function requireOwnEvents(
  { shop, session }: ConsoleContext,
  { url, events }: Form,
  id?: string,
): Promise<void> {
  const known = id === undefined ? undefined : await endpointById(shop.db, id)
  const chosen = known ? (await eventsOf(shop.db, [known.id])).map(({ event }) => event) : []
  const added = known && known.url !== url ? chosenEvents : events.filter((event) => !chosen.includes(event))
  if (added.some((event) => !may(session, permissionOfEvent(event)))) throw new ConsoleError('above_own')
}
