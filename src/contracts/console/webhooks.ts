import { z } from 'zod/mini'
import type { WebhookEvent } from '../calls/webhook-events.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

export const endpointForm = z.object({
  version: formText(20),
  name: formText(60),
  url: formText(600),
  'event:': formTextsByKey,
})
export const noForm = z.object({})
export const repeatForm = z.object({ delivery: formText(60) })

type State = 'live' | 'paused' | 'off'

/** The endpoints of other systems. */
export type WebhooksPage = {
  endpoints: readonly {
    id: string
    name: string
    url: string
    state: State
    events: readonly WebhookEvent[]
    waiting: number
    failed: number
    failingSince: string | null
  }[]
  /** The secret of an endpoint that was just added; it is shown once. */
  added: { name: string; secret: string } | null
  mayChange: boolean
}

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
type DeliveryState = (typeof deliveryStates)[number]

/** One endpoint and what was sent to it. */
export type WebhookPage = {
  id: string
  version: string
  name: string
  url: string
  state: State
  events: readonly WebhookEvent[]
  createdBy: string
  createdAt: string
  failingSince: string | null
  nextTry: string | null
  oldSecretUntil: string | null
  newSecret: string | null
  mayChange: boolean
  audit: readonly AuditLine[]
  filter: DeliveryState | null
  deliveries: readonly {
    seq: number
    id: string
    event: WebhookEvent
    state: DeliveryState
    attempts: number
    createdAt: string
    status: number | null
    milliseconds: number | null
    answer: string
  }[]
  /** Where older deliveries begin; null at the end. */
  older: number | null
}
