import { consolePath } from '../../../console-routes.ts'
import {
  deliveryStates,
  endpointForm,
  noForm,
  repeatForm,
  type WebhookPage,
} from '../../../contracts/console/webhooks.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { deliveriesTo } from '../../platform/webhooks/delivery-queries.ts'
import {
  editEndpoint,
  endpointVersion,
  pauseEndpoint,
  removeEndpoint,
  repeatDelivery,
  resumeEndpoint,
  rotateSecret,
  shownUrl,
  testEndpoint,
} from '../../platform/webhooks/webhook-endpoints.ts'
import { endpointById, eventsOf } from '../../platform/webhooks/webhook-queries.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { shownState, tickedEvents } from './webhooks-page.ts'

const shownAtOnce = 50

/** One endpoint: its settings and what was sent to it. */
export const webhookScreen = consoleScreen<WebhookPage>({
  screen: 'webhook',
  permission: 'integrations.view',
  load: (desk) => webhookContent(desk, null),
  actions: {
    change: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: endpointForm,
      run: ({ shop, session, request }, { version, name, url, 'event:': ticked }) =>
        editEndpoint(shop, session.actor, idOf(request), { version, name, url, events: tickedEvents(ticked) }),
    }),
    rotate: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: noForm,
      run: async (desk) => {
        const secret = await rotateSecret(desk.shop, desk.session.actor, idOf(desk.request))
        const content = await webhookContent(desk, secret)
        if (!content) throw new ConsoleError('webhook_unknown')
        return { content }
      },
    }),
    pause: consoleAction({ permission: 'integrations.change', form: noForm, run: on(pauseEndpoint) }),
    resume: consoleAction({ permission: 'integrations.change', form: noForm, run: on(resumeEndpoint) }),
    remove: consoleAction({
      permission: 'integrations.change',
      form: noForm,
      run: async (desk) => {
        await on(removeEndpoint)(desk)
        return consolePath('webhooks')
      },
    }),
    test: consoleAction({
      permission: 'integrations.change',
      form: noForm,
      run: async ({ shop, session, request }) => void (await testEndpoint(shop, session.actor, idOf(request))),
    }),
    repeat: consoleAction({
      permission: 'integrations.change',
      form: repeatForm,
      run: ({ shop, session, request }, { delivery }) => repeatDelivery(shop, session.actor, idOf(request), delivery),
    }),
  },
})

const idOf = ({ params }: Desk['request']) => (params['id'] ?? '').slice(0, 60)

function on(operation: typeof pauseEndpoint) {
  return ({ shop, session, request }: Desk) => operation(shop, session.actor, idOf(request))
}

async function webhookContent(desk: Desk, newSecret: string | null): Promise<WebhookPage | undefined> {
  const { shop, session, request } = desk
  const row = await endpointById(shop.db, idOf(request))
  if (!row) return undefined
  const now = shop.now().toISOString()
  const mayChange = may(session, 'integrations.change')
  const { id, name, url, created_by: createdBy, created_at: createdAt, failing_since: failingSince } = row
  const events = (await eventsOf(shop.db, [id])).map(({ event }) => event)
  return {
    id,
    version: endpointVersion(row, events),
    name,
    url: mayChange ? url : shownUrl(url),
    state: shownState(row),
    events,
    createdBy,
    createdAt,
    failingSince,
    nextTry: row.state === 'live' ? later(row.resume_at, now) : null,
    oldSecretUntil: later(row.old_secret_until, now),
    newSecret,
    mayChange,
    ...(await deliveriesIn(desk, id)),
  }
}

function later(moment: string | null, now: string): string | null {
  return moment !== null && moment > now ? moment : null
}

async function deliveriesIn(
  { shop, request: { url } }: Desk,
  id: string,
): Promise<Pick<WebhookPage, 'filter' | 'deliveries' | 'older'>> {
  const filter = deliveryStates.find((state) => state === url.searchParams.get('state'))
  const [, before] = /^(\d{1,15})$/.exec(url.searchParams.get('before') ?? '') ?? []
  const found = await deliveriesTo(shop.db, id, {
    before: before === undefined ? undefined : Number(before),
    state: filter,
    limit: shownAtOnce + 1,
  })
  const shown = found.slice(0, shownAtOnce)
  return {
    filter: filter ?? null,
    deliveries: shown.map(({ created_at: createdAt, answer, ...each }) => ({
      seq: each.seq,
      id: each.id,
      event: each.event,
      state: each.state,
      attempts: each.attempts,
      createdAt,
      status: each.status,
      milliseconds: each.milliseconds,
      answer: answer ?? '',
    })),
    older: found.length > shownAtOnce ? (shown.at(-1)?.seq ?? null) : null,
  }
}
