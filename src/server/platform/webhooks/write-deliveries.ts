import { webhookBody, type WebhookData, type WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { isStockWaiting, newlyLow, claimStockNews, type StockItem } from './stock-news-queries.ts'
import { changeEndpoint, endpointsFor, eventsOf } from './webhook-queries.ts'

type WebhookMessage<Event extends WebhookEvent> = { event: Event; subject: string; at: Date; data: WebhookData<Event> }

/**
 * Writes a delivery for every endpoint that wants to be told, in the transaction of the event. `read` is asked for the
 * data only if there is one. The event has the same id at each of them.
 */
export async function notifyEndpoints<Event extends WebhookEvent>(
  trx: DatabaseTransaction,
  { event, subject, at }: Omit<WebhookMessage<Event>, 'data'>,
  read: () => Promise<WebhookData<Event>>,
): Promise<void> {
  const endpoints = await endpointsFor(trx, [event])
  if (endpoints.length > 0) await writeDeliveries(trx, endpoints, { event, subject, at, data: await read() })
}

/** Writes a delivery to some endpoints; returns the event's id. */
export async function writeDeliveries<Event extends WebhookEvent>(
  trx: DatabaseTransaction,
  endpoints: readonly string[],
  { event, subject, at, data }: WebhookMessage<Event>,
): Promise<string> {
  const id = `evt_${newId(at.getTime())}`
  const timestamp = at.toISOString()
  const payload = JSON.stringify(webhookBody(event).parse({ type: event, timestamp, data }))
  const rows = endpoints.map((endpoint) => ({
    id,
    endpoint_id: endpoint,
    event,
    subject,
    payload,
    state: 'waiting' as const,
    attempts: 0,
    first_tried_at: null,
    run_at: timestamp,
    done_at: null,
    created_at: timestamp,
  }))
  await insertDeliveries(trx, rows)
  return id
}

/**
 * Writes what an endpoint is to be told of stock, at most 500 products at once and nothing while it has not accepted
 * the last: however often stock changes meanwhile, it is told the newest state once.
 */
export async function writeStockDeliveries(trx: DatabaseTransaction, endpointId: string, at: Date): Promise<void> {
  // Changing the row, though not its content, lets one process at a time do this.
  if (!(await changeEndpoint(trx, endpointId, { state: 'live' }, ['live']))) return
  if (await isStockWaiting(trx, endpointId)) return
  const items = await claimStockNews(trx, endpointId)
  if (items.length === 0) return
  const wanted = new Set((await eventsOf(trx, [endpointId])).map(({ event }) => event))
  const send = async (event: 'stock.changed' | 'stock.low', some: readonly StockItem[]) => {
    if (wanted.has(event) && some.length > 0)
      await writeDeliveries(trx, [endpointId], { event, subject: 'stock', at, data: { items: [...some] } })
  }
  await send('stock.changed', items)
  if (wanted.has('stock.low')) await send('stock.low', await newlyLow(trx, endpointId, items))
}
