import { isWebhookEvent, type WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import { endpointForm, type WebhooksPage } from '../../../contracts/console/webhooks.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { countOpen } from '../../platform/webhooks/delivery-queries.ts'
import { addEndpoint, shownUrl } from '../../platform/webhooks/webhook-endpoints.ts'
import { allEndpoints, eventsOf, type EndpointRow } from '../../platform/webhooks/webhook-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { requireOwnEvents } from './event-permissions.ts'

/** The screen of webhooks: addresses that events are sent to. */
export const webhooksScreen = consoleScreen<WebhooksPage>({
  screen: 'webhooks',
  permission: 'integrations.view',
  load: (context) => webhooksContent(context, null),
  doneElsewhere: ['remove'],
  actions: {
    add: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: endpointForm,
      run: async (context, { name, url, 'event:': ticked }) => {
        const events = tickedEvents(ticked)
        await requireOwnEvents(context, { url, events })
        const { secret } = await addEndpoint(context.shop, context.session.actor, { name, url, events })
        return { content: await webhooksContent(context, { name, secret }) }
      },
    }),
  },
})

/** The events that were ticked; unknown ones are left out. */
export function tickedEvents(ticked: ReadonlyMap<string, string>): WebhookEvent[] {
  return [...ticked.keys()].filter(isWebhookEvent)
}

export function shownState({ state }: EndpointRow): 'live' | 'paused' | 'off' {
  return state === 'removed' ? 'off' : state
}

async function webhooksContent({ shop, session }: ConsoleContext, added: WebhooksPage['added']): Promise<WebhooksPage> {
  const rows = await allEndpoints(shop.db)
  const ids = rows.map(({ id }) => id)
  const events = Map.groupBy(ids.length > 0 ? await eventsOf(shop.db, ids) : [], (row) => row.endpoint_id)
  const open = await countOpen(shop.db)
  const count = (id: string, state: 'waiting' | 'failed') =>
    open.find((row) => row.endpoint_id === id && row.state === state)?.count ?? 0
  return {
    endpoints: rows.map((row) => ({
      id: row.id,
      name: row.name,
      url: shownUrl(row.url),
      state: shownState(row),
      events: (events.get(row.id) ?? []).map(({ event }) => event),
      waiting: count(row.id, 'waiting'),
      failed: count(row.id, 'failed'),
      failingSince: row.failing_since,
    })),
    added,
    mayChange: may(session, 'integrations.change'),
  }
}
