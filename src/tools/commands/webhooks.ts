import { isWebhookEvent, type WebhookEvent } from '../../contracts/calls/webhook-events.ts'
import { attemptsOf, countOpen, deliveriesTo, deliveryById } from '../../server/platform/webhooks/delivery-queries.ts'
import {
  addEndpoint,
  editEndpoint,
  pauseEndpoint,
  removeEndpoint,
  repeatDelivery,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  WebhookError,
} from '../../server/platform/webhooks/webhook-endpoints.ts'
import { allEndpoints, endpointById, eventsOf } from '../../server/platform/webhooks/webhook-queries.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
  commandActor,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- webhooks <command> [options]

Endpoints of other systems, which the running shop tells of events. How a receiver checks them:
docs/how-to/connect-another-system.md

  list                what is told where, and what waits
  add                 adds an endpoint and prints its secret, once
      --name NAME       the system that listens there
      --url URL         begins with https://
      --events NAMES    separated by commas, such as order.confirmed,stock.changed
  change ID           the same options; what is not named stays
  rotate ID           prints a new secret; the one before signs as well for a day
  pause ID            tells it nothing
  resume ID           tells it again, also after it was switched off
  remove ID
  test ID             sends it webhook.test
  deliveries ID       what was sent, the newest first
      --limit N         how many, default 20
  delivery ID EVENT   every try of one
  repeat ID EVENT     sends one that is over once more

  --by NAME           who does it, for the audit log; default: the user at the terminal
  --json              output for programs
  --help              shows this text`

/** The `webhooks` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'webhooks',
  usage,
  commands: {
    list,
    add,
    change,
    rotate,
    pause: switched(pauseEndpoint, 'is paused'),
    resume: switched(resumeEndpoint, 'is told again'),
    remove: switched(removeEndpoint, 'is removed'),
    test,
    deliveries,
    delivery,
    repeat,
  },
  options: {
    name: { type: 'string' },
    url: { type: 'string' },
    events: { type: 'string' },
    limit: { type: 'string' },
    by: { type: 'string' },
  },
})

async function requireEndpoint({ db }: OperatorShop, { words }: Given) {
  const [id] = words
  if (id === undefined) throw new OperatorError('Name an endpoint by its id, which "webhooks list" shows.')
  const endpoint = await endpointById(db, id)
  if (!endpoint) throw new WebhookError('webhook_unknown', `There is no endpoint ${id}.`)
  return endpoint
}

async function list({ db }: OperatorShop): Promise<Answer> {
  const rows = await allEndpoints(db)
  const open = await countOpen(db)
  const count = (id: string, state: string) =>
    open.find((row) => row.endpoint_id === id && row.state === state)?.count ?? 0
  const chosen =
    rows.length === 0
      ? []
      : await eventsOf(
          db,
          rows.map(({ id }) => id),
        )
  const data = rows.map(({ id, name, url, state, failing_since: failing }) => ({
    id,
    name,
    url,
    state,
    events: chosen.filter((row) => row.endpoint_id === id).map(({ event }) => event),
    waiting: count(id, 'waiting'),
    failed: count(id, 'failed'),
    failing_since: failing,
  }))
  const table = data.map((each) => [
    each.id,
    each.name,
    each.state,
    String(each.waiting),
    String(each.failed),
    each.url,
  ])
  return { data, lines: textTable(['ID', 'NAME', 'STATE', 'WAITING', 'GIVEN UP', 'ADDRESS'], table) }
}

function parseEvents(text: string): WebhookEvent[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      if (!isWebhookEvent(name)) throw new OperatorError(`There is no event ${name}.`)
      return name
    })
}

async function add(shop: OperatorShop, given: Given): Promise<Answer> {
  const [name, url, events] = [textOf(given, 'name'), textOf(given, 'url'), textOf(given, 'events')]
  if (name === undefined || url === undefined || events === undefined)
    throw new OperatorError('Say --name, --url and --events.')
  const added = await addEndpoint(shop, commandActor(given), { name, url, events: parseEvents(events) })
  return { data: added, lines: [`${name} has the id ${added.id}.`, `Its secret, shown once: ${added.secret}`] }
}

async function change(shop: OperatorShop, given: Given): Promise<Answer> {
  const endpoint = await requireEndpoint(shop, given)
  const events = textOf(given, 'events')
  const form = {
    name: textOf(given, 'name') ?? endpoint.name,
    url: textOf(given, 'url') ?? endpoint.url,
    events:
      events === undefined ? (await eventsOf(shop.db, [endpoint.id])).map(({ event }) => event) : parseEvents(events),
  }
  await editEndpoint(shop, commandActor(given), endpoint.id, form)
  return { data: { id: endpoint.id, ...form }, lines: [`${form.name} is changed.`] }
}

async function rotate(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, name } = await requireEndpoint(shop, given)
  const secret = await rotateSecret(shop, commandActor(given), id)
  return { data: { id, secret }, lines: [`The new secret of ${name}, shown once: ${secret}`] }
}

function switched(operation: typeof pauseEndpoint, said: string) {
  return async (shop: OperatorShop, given: Given): Promise<Answer> => {
    const { id, name } = await requireEndpoint(shop, given)
    await operation(shop, commandActor(given), id)
    return { data: { id }, lines: [`${name} ${said}.`] }
  }
}

async function test(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, name } = await requireEndpoint(shop, given)
  const event = await testEndpoint(shop, commandActor(given), id)
  return { data: { id, event }, lines: [`${event} is on its way to ${name}: "webhooks delivery ${id} ${event}".`] }
}

async function deliveries(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id } = await requireEndpoint(shop, given)
  const limit = wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 20 })
  const data = await deliveriesTo(shop.db, id, { limit })
  const rows = data.map((each) => [
    minuteOf(each.created_at),
    each.event,
    each.state,
    String(each.attempts),
    String(each.status ?? ''),
    each.id,
  ])
  return { data, lines: textTable(['WHEN', 'EVENT', 'STATE', 'TRIES', 'STATUS', 'ID'], rows) }
}

async function delivery(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id } = await requireEndpoint(shop, given)
  const found = await deliveryById(shop.db, id, given.words[1] ?? '')
  if (!found) throw new WebhookError('delivery_unknown', 'There is no such delivery to this endpoint.')
  const attempts = await attemptsOf(shop.db, found.seq)
  const rows = attempts.map((each) => [
    minuteOf(each.at),
    String(each.attempt),
    String(each.status ?? ''),
    `${each.milliseconds} ms`,
    each.answer,
  ])
  const { event, state, payload } = found
  return {
    data: { event, state, payload, attempts },
    lines: textTable(['WHEN', 'TRY', 'STATUS', 'TOOK', 'ANSWER'], rows),
  }
}

async function repeat(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, name } = await requireEndpoint(shop, given)
  const event = given.words[1] ?? ''
  await repeatDelivery(shop, commandActor(given), id, event)
  return { data: { id, event }, lines: [`${event} is sent to ${name} again.`] }
}
