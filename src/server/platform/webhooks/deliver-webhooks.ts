import { dayMs } from '../../../domain/durations.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { Shop } from '../shop.ts'
import {
  claimDelivery,
  endpointsWithWork,
  hasAccepted,
  nextDeliveries,
  recordAttempt,
  releaseDelivery,
  type DeliveryRow,
} from './delivery-queries.ts'
import { webhookPost, type PostWebhook, type Posted } from './post-webhook.ts'
import { signedHeaders } from './sign.ts'
import { deleteStockNews } from './stock-news-queries.ts'
import { changeEndpoint, endpointById, type EndpointRow } from './webhook-queries.ts'
import { writeStockDeliveries } from './write-deliveries.ts'

type Services = Pick<Shop, 'db' | 'now' | 'log' | 'env'>
type Sending = { services: Services; post: PostWebhook; stop: AbortSignal }

/** Seconds to wait after the first failure, the second and so on; after all others it is the longest. */
const waitSeconds = [10, 60, 300, 900, 3_600, 10_800, 21_600]
const maxWaitSeconds = 43_200
/** For how long a delivery, or an endpoint that accepts nothing, is tried before it is given up. */
const triedMs = 3 * dayMs
/** How long one process keeps a delivery claimed. After a crash, another process may try it again this much later. */
const claimMs = 60_000
/**
 * The receiver has too much to do or is not there: everything for it waits, unless it accepts other deliveries. Other
 * refusals concern one delivery.
 */
const busy = new Set([408, 429, 502, 503, 504])
const gone = 410

/** Sends what is due, each endpoint by itself, so that none waits for another. */
export class WebhookSender {
  readonly #sending: Sending
  readonly #working = new Map<string, Promise<void>>()

  constructor(services: Services, stop: AbortSignal, post?: PostWebhook) {
    const isLocalAllowed = !services.env.isProduction
    this.#sending = { services, stop, post: post ?? webhookPost({ isLocalAllowed, stop }) }
  }

  /** Begins with the endpoints that have something to be told and are not being told already. */
  async begin(): Promise<void> {
    const { db, now } = this.#sending.services
    for (const id of await endpointsWithWork(db, now().toISOString())) {
      if (this.#working.has(id) || this.#sending.stop.aborted) continue
      this.#working.set(
        id,
        this.#work(id).finally(() => this.#working.delete(id)),
      )
    }
  }

  /** Waits until nothing is being sent. */
  async settle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working.values())
  }

  async #work(id: string): Promise<void> {
    try {
      while (await sendNext(this.#sending, id));
    } catch (error) {
      if (!this.#sending.stop.aborted)
        this.#sending.services.log.error({ err: error, endpoint: id }, 'webhooks could not be delivered')
    }
  }
}

/** Sends the next deliveries of an endpoint; returns false when there is nothing to do now. */
async function sendNext(sending: Sending, id: string): Promise<boolean> {
  const { db, now } = sending.services
  await db.transaction().execute((trx) => writeStockDeliveries(trx, id, now()))
  const endpoint = await endpointById(db, id)
  const at = now().toISOString()
  if (sending.stop.aborted || endpoint?.state !== 'live' || endpoint.resume_at > at) return false
  const next = await nextDeliveries(db, endpoint, at)
  // All are waited for, so that nothing is written after the shop has closed its database.
  const sent = await Promise.allSettled(next.map((delivery) => sendOne(sending, endpoint, delivery)))
  for (const each of sent) if (each.status === 'rejected') throw each.reason
  return sent.some((each) => each.status === 'fulfilled' && each.value)
}

async function sendOne(sending: Sending, endpoint: EndpointRow, delivery: DeliveryRow): Promise<boolean> {
  const { services, post } = sending
  const at = services.now()
  const claim = { now: at.toISOString(), until: new Date(at.getTime() + claimMs).toISOString() }
  if (!(await claimDelivery(services.db, delivery, claim))) return false
  const timestamp = Math.floor(at.getTime() / 1000)
  const { id, payload: body } = delivery
  try {
    const posted = await post(endpoint.url, signedHeaders(secretsOf(endpoint, at), { id, timestamp, body }), body)
    await services.db.transaction().execute((trx) => recordOutcome(trx, services, { endpoint, delivery, posted }))
  } catch (error) {
    if (sending.stop.aborted) await releaseDelivery(services.db, delivery, at.toISOString())
    throw error
  }
  return true
}

function secretsOf({ secret, old_secret: old, old_secret_until: until }: EndpointRow, now: Date): string[] {
  return old !== null && until !== null && until > now.toISOString() ? [secret, old] : [secret]
}

type Outcome = { endpoint: EndpointRow; delivery: DeliveryRow; posted: Posted }

async function recordOutcome(trx: DatabaseTransaction, services: Services, outcome: Outcome): Promise<void> {
  const { endpoint, delivery, posted } = outcome
  const now = services.now()
  const { status, milliseconds, said } = posted
  const attempt = {
    delivery: delivery.seq,
    attempt: delivery.attempts + 1,
    at: now.toISOString(),
    status,
    milliseconds,
    answer: said,
  }
  // Locked first, as every change of an endpoint does before it touches deliveries.
  const current = await lockEndpoint(trx, endpoint.id)
  if (status !== null && status >= 200 && status < 300) {
    await recordAttempt(trx, attempt, { state: 'delivered', done_at: now.toISOString() })
    if (current?.failing_since) await changeEndpoint(trx, endpoint.id, { failures: 0, failing_since: null })
    return
  }
  const isAway = await seemsAway(trx, outcome)
  await recordAttempt(trx, attempt, afterFailure(outcome, isAway, now))
  if (current) await recordFailure(trx, services, { endpoint: current, status, isAway })
}

/** Whether the receiver is not there or has too much to do, and has accepted nothing since this was first tried. */
async function seemsAway(trx: DatabaseTransaction, { endpoint, delivery, posted }: Outcome): Promise<boolean> {
  if (posted.status !== null && !busy.has(posted.status)) return false
  return delivery.first_tried_at === null || !(await hasAccepted(trx, endpoint.id, delivery.first_tried_at))
}

/** When the delivery is tried again, or that it is given up after three days. */
function afterFailure({ delivery, posted: { status } }: Outcome, isAway: boolean, now: Date) {
  const over = Date.parse(delivery.first_tried_at ?? now.toISOString()) + triedMs
  if (status === gone || (!isAway && now.getTime() >= over))
    return { state: 'failed' as const, done_at: now.toISOString() }
  if (isAway) return { run_at: now.toISOString() }
  return { run_at: new Date(Math.min(now.getTime() + waitMs(delivery.attempts), over)).toISOString() }
}

function waitMs(failures: number): number {
  return (waitSeconds[failures] ?? maxWaitSeconds) * 1000
}

/** Lets an endpoint that is not there rest; switches it off when it has accepted nothing for three days. */
async function recordFailure(
  trx: DatabaseTransaction,
  services: Services,
  { endpoint, status, isAway }: { endpoint: EndpointRow; status: Posted['status']; isAway: boolean },
): Promise<void> {
  const now = services.now()
  const since = endpoint.failing_since ?? now.toISOString()
  const over = Date.parse(since) + triedMs
  if (status === gone || now.getTime() >= over) return switchOff(trx, endpoint, now)
  // Several requests that fail together are one failure.
  const isCounted = isAway && endpoint.resume_at <= now.toISOString()
  const resumeAt = new Date(Math.min(now.getTime() + waitMs(endpoint.failures), over)).toISOString()
  await changeEndpoint(trx, endpoint.id, {
    failing_since: since,
    ...(isCounted && { failures: endpoint.failures + 1, resume_at: resumeAt }),
  })
}

async function switchOff(trx: DatabaseTransaction, { id, name }: EndpointRow, now: Date): Promise<void> {
  if (!(await changeEndpoint(trx, id, { state: 'off' }, ['live']))) return
  await deleteStockNews(trx, id)
  const at = now.toISOString()
  const payload = { endpointId: id, name, at }
  await addToOutbox(
    trx,
    { kind: 'mail.operator_webhook', dedupeKey: `mail.operator_webhook:${id}:${at}`, payload },
    now,
  )
}

async function lockEndpoint(trx: DatabaseTransaction, id: string): Promise<EndpointRow | undefined> {
  const isLive = await changeEndpoint(trx, id, { state: 'live' }, ['live'])
  return isLive ? endpointById(trx, id) : undefined
}
