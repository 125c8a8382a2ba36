import { z } from 'zod/mini'
import { consolePath } from '../../../console-routes.ts'
import { chosenEvents, type WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
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
  endpointLog,
  endpointVersion,
  pauseEndpoint,
  removeEndpoint,
  repeatDelivery,
  resumeEndpoint,
  rotateSecret,
  shownUrl,
  testEndpoint,
} from '../../platform/webhooks/webhook-endpoints.ts'
import { endpointById, eventsOf, type EndpointRow } from '../../platform/webhooks/webhook-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { requireOwnEvents } from './event-permissions.ts'
import { shownState, tickedEvents } from './webhooks-page.ts'

const shownAtOnce = 50

/** One endpoint: its settings and what was sent to it. */
export const webhookScreen = consoleScreen<WebhookPage>({
  screen: 'webhook',
  permission: 'integrations.view',
  load: (context) => webhookContent(context, null),
  actions: {
    change: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: endpointForm,
      run: async (context, { version, name, url, 'event:': ticked }) => {
        const { shop, session, request } = context
        const form = { name, url, events: tickedEvents(ticked) }
        await requireOwnEvents(context, form, idOf(request))
        await editEndpoint(shop, session.actor, idOf(request), { version, ...form })
      },
    }),
    undo: consoleAction({ permission: 'integrations.change', stepUp: true, form: undoForm, run: undoChange }),
    rotate: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: noForm,
      run: async (context) => {
        const secret = await rotateSecret(context.shop, context.session.actor, idOf(context.request))
        const content = await webhookContent(context, secret)
        if (!content) throw new ConsoleError('webhook_unknown')
        return { content }
      },
    }),
    pause: consoleAction({ permission: 'integrations.change', form: noForm, run: on(pauseEndpoint) }),
    resume: consoleAction({ permission: 'integrations.change', form: noForm, run: on(resumeEndpoint) }),
    remove: consoleAction({
      permission: 'integrations.change',
      form: noForm,
      run: async (context) => {
        await on(removeEndpoint)(context)
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

const idOf = ({ params }: ConsoleContext['request']) => (params['id'] ?? '').slice(0, 60)

/** What the log has instead of a query, which may be a secret and may have changed since. */
const hiddenPart = '?…'
const logged = z.object({ name: z.string(), url: z.string(), events: z.string() })

function undoingOf(row: EndpointRow, events: readonly WebhookEvent[]): Undoing {
  return {
    subject: { kind: 'webhook', id: row.id },
    operations: ['webhooks.change', 'webhooks.undo'],
    now: endpointLog(row, events),
    canBe: (former) => formerEndpoint(row, former) !== undefined,
    permission: 'integrations.change',
  }
}

/** An endpoint as it was; undefined where the log has only a part of its former address. */
function formerEndpoint(row: EndpointRow, former: LogFields) {
  const read = logged.safeParse(former)
  if (!read.success) return undefined
  const { name, url, events } = read.data
  const isSame = url === shownUrl(row.url)
  if (!isSame && [url, shownUrl(row.url)].some((each) => each.endsWith(hiddenPart))) return undefined
  const chosen = events.split(' ').filter((each) => isChosenEvent(each))
  return { name, url: isSame ? row.url : url, events: chosen }
}

const isChosenEvent = (text: string): text is WebhookEvent => chosenEvents.some((each) => each === text)

/** Gives an endpoint the name, the address and the events that it had before a change. */
async function undoChange(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const { shop, session, request } = context
  const row = await endpointById(shop.db, idOf(request))
  if (!row) throw new ConsoleError('webhook_unknown')
  const events = (await eventsOf(shop.db, [row.id])).map(({ event }) => event)
  const former = formerEndpoint(row, await fieldsWithout(context, undoingOf(row, events), entry))
  if (!former) throw new ConsoleError('not_possible')
  const version = endpointVersion(row, events)
  await requireOwnEvents(context, former, row.id)
  await editEndpoint(shop, session.actor, row.id, { ...former, version, operation: 'webhooks.undo' })
}

function on(operation: typeof pauseEndpoint) {
  return ({ shop, session, request }: ConsoleContext) => operation(shop, session.actor, idOf(request))
}

async function webhookContent(context: ConsoleContext, newSecret: string | null): Promise<WebhookPage | undefined> {
  const { shop, session, request } = context
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
    audit: await undoableHistory(context, undoingOf(row, events)),
    ...(await deliveriesIn(context, id)),
  }
}

function later(moment: string | null, now: string): string | null {
  return moment !== null && moment > now ? moment : null
}

async function deliveriesIn(
  { shop, request: { url } }: ConsoleContext,
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
