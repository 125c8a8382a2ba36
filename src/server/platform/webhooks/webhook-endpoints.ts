import { chosenEvents, type WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import { dayMs } from '../../../domain/durations.ts'
import { audited, type Actor } from '../audit/audit.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import type { Env } from '../env.ts'
import { hashSecret, newId } from '../ids.ts'
import { AddressError } from '../public-addresses.ts'
import type { Shop } from '../shop.ts'
import { deliveryById, restartDelivery } from './delivery-queries.ts'
import { checkWebhookUrl } from './post-webhook.ts'
import { newWebhookSecret } from './sign.ts'
import { deleteStockNews } from './stock-news-queries.ts'
import {
  allEndpoints,
  changeEndpoint,
  endpointById,
  eventsOf,
  insertEndpoint,
  lockEndpoint,
  replaceEvents,
  type EndpointRow,
} from './webhook-queries.ts'
import { writeDeliveries } from './write-deliveries.ts'

const maxEndpoints = 20
/** How long the secret before a new one still signs. */
const overlapMs = dayMs

type Services = Pick<Shop, 'db' | 'now'> & { env: Pick<Env, 'isProduction'> }
export type EndpointForm = { name: string; url: string; events: readonly WebhookEvent[] }
type Fault =
  | 'webhook_unknown'
  | 'webhook_url'
  | 'webhook_required'
  | 'too_many'
  | 'webhook_state'
  | 'delivery_unknown'
  | 'record_changed'

/** Thrown for an endpoint that cannot be made, changed or told something. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: Fault

  constructor(fault: Fault, message: string) {
    super(message)
    this.fault = fault
  }
}

const tooMany = () => new WebhookError('too_many', `There can be ${maxEndpoints} endpoints.`)
const unknown = () => new WebhookError('webhook_unknown', 'There is no such endpoint.')

/** Makes an endpoint. Its secret is returned to be shown once; no screen and no command shows it again. */
export async function addEndpoint(
  services: Services,
  actor: Actor,
  form: EndpointForm,
): Promise<{ id: string; secret: string }> {
  check(form, services)
  const at = services.now().toISOString()
  const row: EndpointRow = {
    id: newId(services.now().getTime()),
    name: form.name,
    url: form.url,
    secret: newWebhookSecret(),
    old_secret: null,
    old_secret_until: null,
    state: 'live',
    failures: 0,
    failing_since: null,
    resume_at: at,
    created_by: actor.name,
    created_at: at,
  }
  await onEndpoint(services, actor, { operation: 'webhooks.add', endpoint: row, note: noteOf(form) }, async (trx) => {
    if ((await allEndpoints(trx)).length >= maxEndpoints) throw tooMany()
    await insertEndpoint(trx, row)
    await replaceEvents(trx, row.id, form.events)
  })
  return { id: row.id, secret: row.secret }
}

/** Changes with what the form of an endpoint holds. */
export function endpointVersion({ name, url }: EndpointRow, events: readonly WebhookEvent[]): string {
  return hashSecret(JSON.stringify([name, url, events])).slice(0, 20)
}

/**
 * Changes the name, the address and the events of an endpoint, unless somebody has changed them since `version`. Throws
 * WebhookError.
 */
export async function editEndpoint(
  services: Services,
  actor: Actor,
  id: string,
  { version, operation = 'webhooks.change', ...form }: EndpointForm & { version?: string; operation?: string },
): Promise<void> {
  check(form, services)
  const { name, url, events } = form
  const endpoint = await requireEndpoint(services, id)
  const guard = async (trx: DatabaseTransaction) => {
    const now = await lockEndpoint(trx, id)
    const chosen = (await eventsOf(trx, [id])).map(({ event }) => event)
    if (now && version !== undefined && endpointVersion(now, chosen) !== version)
      throw new WebhookError('record_changed', 'Somebody has changed this endpoint meanwhile.')
  }
  const fields = async (trx: DatabaseTransaction) => {
    const now = await endpointById(trx, id)
    const chosen = await eventsOf(trx, [id])
    return endpointLog(
      now,
      chosen.map(({ event }) => event),
    )
  }
  await onEndpoint(services, actor, { operation, endpoint, guard, fields }, async (trx) => {
    if (!(await changeEndpoint(trx, id, { name, url }))) throw unknown()
    await replaceEvents(trx, id, events)
  })
}

/** Gives an endpoint a new secret; the one before signs as well for a day. */
export async function rotateSecret(services: Services, actor: Actor, id: string): Promise<string> {
  const endpoint = await requireEndpoint(services, id)
  const secret = newWebhookSecret()
  const until = new Date(services.now().getTime() + overlapMs).toISOString()
  await onEndpoint(services, actor, { operation: 'webhooks.rotate', endpoint }, async (trx) => {
    // The secret that counts now, which somebody else may have replaced since.
    const current = await endpointById(trx, id)
    if (!current) throw unknown()
    await changeEndpoint(trx, id, { secret, old_secret: current.secret, old_secret_until: until })
  })
  return secret
}

/** What the audit log records of an endpoint: not the part of its address that may be a secret. */
export function endpointLog(row: Pick<EndpointRow, 'name' | 'url'> | undefined, events: readonly string[]) {
  return { name: row?.name, url: row && shownUrl(row.url), events: events.join(' ') }
}

/** Stops telling an endpoint; what happens until it is resumed, it is never told. */
export function pauseEndpoint(services: Services, actor: Actor, id: string): Promise<void> {
  return setState(services, actor, id, { operation: 'webhooks.pause', to: 'paused', from: ['live'] })
}

/** Tells an endpoint again that was paused or switched off, beginning with what still waits. */
export function resumeEndpoint(services: Services, actor: Actor, id: string): Promise<void> {
  return setState(services, actor, id, { operation: 'webhooks.resume', to: 'live', from: ['paused', 'off'] })
}

export function removeEndpoint(services: Services, actor: Actor, id: string): Promise<void> {
  return setState(services, actor, id, {
    operation: 'webhooks.remove',
    to: 'removed',
    from: ['live', 'paused', 'off'],
  })
}

/**
 * Gives an endpoint that was removed back with its address, events and secret. It is paused: what happened since is not
 * told, and nothing is before somebody resumes it. Throws WebhookError.
 */
export async function restoreEndpoint({ db, now }: Pick<Shop, 'db' | 'now'>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await allEndpoints(trx)).length >= maxEndpoints) throw tooMany()
    const changes = { state: 'paused', failures: 0, failing_since: null, resume_at: now().toISOString() } as const
    if (!(await changeEndpoint(trx, id, changes, ['removed']))) throw unknown()
  })
}

/** Sends a `webhook.test` to an endpoint; returns the event's id. */
export async function testEndpoint(services: Services, actor: Actor, id: string): Promise<string> {
  const endpoint = await requireEndpoint(services, id)
  let event = ''
  await onEndpoint(services, actor, { operation: 'webhooks.test', endpoint }, async (trx) => {
    if ((await endpointById(trx, id))?.state !== 'live') throw notLive()
    const data = { message: 'The shop reaches you.' }
    // A subject of its own, so that a test does not wait for what was not accepted.
    event = await writeDeliveries(trx, [id], {
      event: 'webhook.test',
      subject: `test ${newId()}`,
      at: services.now(),
      data,
    })
    await changeEndpoint(trx, id, { resume_at: services.now().toISOString() }, ['live'])
  })
  return event
}

/** Sends a delivery that is over once more, under its own id. */
export async function repeatDelivery(services: Services, actor: Actor, id: string, event: string): Promise<void> {
  const endpoint = await requireEndpoint(services, id)
  await onEndpoint(services, actor, { operation: 'webhooks.repeat', endpoint, note: event }, async (trx) => {
    if ((await endpointById(trx, id))?.state !== 'live') throw notLive()
    const delivery = await deliveryById(trx, id, event)
    if (!delivery) throw new WebhookError('delivery_unknown', 'There is no such delivery to this endpoint.')
    if (!(await restartDelivery(trx, delivery.seq, services.now().toISOString())))
      throw new WebhookError('webhook_state', 'The delivery is waiting already.')
  })
}

type Step = { operation: string; to: EndpointRow['state']; from: readonly EndpointRow['state'][] }

async function setState(services: Services, actor: Actor, id: string, { operation, to, from }: Step): Promise<void> {
  const endpoint = await requireEndpoint(services, id)
  await onEndpoint(services, actor, { operation, endpoint }, async (trx) => {
    const changes = { state: to, failures: 0, failing_since: null, resume_at: services.now().toISOString() }
    if (!(await changeEndpoint(trx, id, changes, from)))
      throw new WebhookError('webhook_state', 'The endpoint is not in a state in which that can be done.')
    if (to !== 'live') await deleteStockNews(trx, id)
  })
}

type On = {
  operation: string
  endpoint: EndpointRow
  note?: string
  guard?: (trx: DatabaseTransaction) => Promise<void>
  fields?: (trx: DatabaseTransaction) => Promise<Record<string, unknown>>
}

async function onEndpoint(
  services: Services,
  actor: Actor,
  { operation, endpoint, ...rest }: On,
  run: (trx: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  const subject = { kind: 'webhook', id: endpoint.id, label: endpoint.name }
  await audited(services, actor, { operation, subject, ...rest }, ({ db }) => db.transaction().execute(run))
}

async function requireEndpoint({ db }: Services, id: string): Promise<EndpointRow> {
  const endpoint = await endpointById(db, id)
  if (!endpoint) throw unknown()
  return endpoint
}

function check({ name, url, events }: EndpointForm, { env }: Services): void {
  if (name === '' || name.length > 60 || events.length === 0)
    throw new WebhookError('webhook_required', 'An endpoint needs a name of at most 60 characters, and events.')
  const unchosen = events.find((event) => !chosenEvents.includes(event))
  if (unchosen !== undefined) throw new WebhookError('webhook_required', `There is no event ${unchosen}.`)
  try {
    checkWebhookUrl(url, !env.isProduction)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    throw new WebhookError('webhook_url', `The endpoint cannot be called: ${error.message}.`)
  }
}

const notLive = () => new WebhookError('webhook_state', 'The endpoint is paused or switched off.')

/** An address without its query, which may hold a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + (search === '' ? '' : '?…')
}

function noteOf({ url, events }: EndpointForm): string {
  return `${shownUrl(url)}: ${events.join(' ')}`
}
