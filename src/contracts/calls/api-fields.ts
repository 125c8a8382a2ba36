import { z } from 'zod/mini'

/** Problem codes of every call with a key, and of those that change something. */
export const readErrors = ['key_missing', 'key_unknown', 'scope_missing', 'too_many_requests'] as const
export const writeErrors = [...readErrors, 'idempotency_key_missing', 'idempotency_key_reused'] as const

/** A text without control characters. */
export const plainText = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^[^\p{Cc}]*$/u, { abort: true }))

/** How a list is paged: the next page begins after `cursor`, which the answer before names as `next_cursor`. */
export const paging = {
  cursor: z.optional(z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/))),
  limit: z.optional(z.string().check(z.maxLength(3), z.regex(/^(?:[1-9]\d?|100)$/))),
}

/** Units of lines, named by their position, which counts from 1; without it everything that is left. */
export const unitsOfLines = z.optional(
  z
    .array(
      z.object({
        position: z.int().check(z.gte(1), z.lte(100_000)),
        quantity: z.int().check(z.gte(1), z.lte(1_000_000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
)

/** A day or moment in UTC: 2026-11-23 or 2026-11-23T10:00:00.000Z. */
export const moment = z.string().check(z.maxLength(24), z.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/))
