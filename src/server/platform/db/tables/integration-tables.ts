import type { Generated } from 'kysely'
import type { WebhookEvent } from '../../../../contracts/calls/webhook-events.ts'

/** Tables of other systems that work with the shop. */
export type IntegrationTables = {
  /** Keys by the hash of their secret, of which `ending` is the end; `scopes` is JSON. */
  api_keys: {
    id: string
    hash: string
    ending: string
    name: string
    scopes: string
    created_by: string
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    revoked_at: string | null
  }
  /**
   * Requests that changed something, by their Idempotency-Key; `request` is the hash of what was asked. `answer` is
   * null between the change and its answer.
   */
  api_answers: {
    id: string
    key_id: string
    idempotency_key: string
    request: string
    answer: string | null
    created_at: string
  }
  /**
   * Where other systems are told of events. `failing_since` is when a delivery failed first after the last one that
   * was accepted; nothing is sent before `resume_at`. The secret before the newest counts until `old_secret_until`.
   */
  webhook_endpoints: {
    id: string
    name: string
    url: string
    secret: string
    old_secret: string | null
    old_secret_until: string | null
    state: 'live' | 'paused' | 'off' | 'removed'
    failures: number
    failing_since: string | null
    resume_at: string
    created_by: string
    created_at: string
  }
  webhook_subscriptions: { endpoint_id: string; event: WebhookEvent }
  /** An event for an endpoint; those of the same `subject` are sent in their order. `payload` is the JSON body. */
  webhook_deliveries: {
    seq: Generated<number>
    id: string
    endpoint_id: string
    event: WebhookEvent
    subject: string
    payload: string
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    first_tried_at: string | null
    run_at: string
    done_at: string | null
    created_at: string
  }
  /** Each try of a delivery: the status, null without an answer, and the beginning of the answer or what went wrong. */
  webhook_attempts: {
    delivery: number
    attempt: number
    at: string
    status: number | null
    milliseconds: number
    answer: string
  }
  /** Products whose stock has changed and of which an endpoint has not been told yet. */
  stock_news: { seq: Generated<number>; endpoint_id: string; product_id: string }
  /** Products of which an endpoint was told that few are left. */
  told_low_stock: { endpoint_id: string; product_id: string }
}
