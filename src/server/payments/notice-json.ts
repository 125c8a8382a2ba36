import { z } from 'zod'
import { jsonColumn } from '../platform/db/json-columns.ts'
import type { ProviderNotice } from './provider.ts'

const base = { eventId: z.string(), attemptId: z.string() }
const payment = z.object({
  ...base,
  outcome: z.enum(['succeeded', 'failed', 'expired']),
  amount: z.number(),
  currency: z.string(),
  reason: z.string().nullable(),
  captured: z.boolean().optional(),
  payment: z.string().nullish(),
})
const refunds = z
  .array(
    z.object({
      reference: z.string(),
      refundId: z.string().nullable(),
      amount: z.number(),
      currency: z.string(),
      isFailed: z.boolean(),
      reason: z.string(),
    }),
  )
  // Notices that were stored before these lists were have none.
  .default([])
const refunded = z.object({
  ...base,
  outcome: z.literal('refunded'),
  amount: z.number(),
  currency: z.string(),
  refunds,
})
const refundFailed = z.object({
  ...base,
  outcome: z.literal('refund_failed'),
  refundId: z.string(),
  reason: z.string(),
  refunds,
})
const disputed = z.object({
  ...base,
  outcome: z.literal('disputed'),
  reference: z.string(),
  payment: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['inquiry', 'open', 'won', 'lost']),
  moves: z.array(
    z.object({ id: z.string(), kind: z.enum(['dispute', 'dispute_won']), gross: z.number(), currency: z.string() }),
  ),
})
const notice: z.ZodType<ProviderNotice, unknown> = z.union([payment, refunded, refundFailed, disputed])

/** `payment_events.payload`: a provider's notice as it was understood. */
export const noticeJson = jsonColumn(notice)
