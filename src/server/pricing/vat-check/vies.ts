import { z } from 'zod'
import type { VatNumber } from '../../../domain/money/vat-numbers.ts'
import type { VatCheck, VatChecker } from './vat-checker.ts'

/** How long a page waits for VIES. */
const timeoutMs = 3_000

const answer = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestIdentifier: z.string().max(100).nullish(),
  userError: z.string().max(100).nullish(),
})
const fault = z.object({ errorWrappers: z.array(z.object({ error: z.string().max(100) })).min(1) })

/**
 * The European Commission's VIES over REST; it returns a consultation number when the caller gives its own VAT number.
 */
export const vies: VatChecker = {
  name: 'vies',
  check: async ({ VIES_URL: url }, number, requester) => {
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/check-vat-number`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        body: JSON.stringify({
          countryCode: number.prefix,
          vatNumber: number.digits,
          requesterMemberStateCode: requester.prefix,
          requesterNumber: requester.digits,
        }),
      })
      return readAnswer(response.ok, await response.json(), number)
    } catch (error) {
      return { kind: 'unavailable', why: error instanceof Error ? error.message : 'no answer' }
    }
  },
}

/**
 * Parses the answer. `valid: false` counts only when it is about the number: VIES also returns it when a member state
 * is unavailable or the caller's address is blocked.
 */
function readAnswer(isOk: boolean, body: unknown, { prefix, digits }: VatNumber): VatCheck {
  const failed = fault.safeParse(body).data?.errorWrappers[0]?.error
  if (!isOk || failed !== undefined) return { kind: 'unavailable', why: failed ?? 'an error without a name' }
  const { valid, userError, requestIdentifier: consultation, ...about } = answer.parse(body)
  if (about.countryCode !== prefix || about.vatNumber !== digits)
    return { kind: 'unavailable', why: 'the answer is about another number' }
  const trouble = troubleOf(valid, userError)
  if (trouble) return { kind: 'unavailable', why: trouble }
  if (!valid) return { kind: 'refused' }
  return consultation
    ? { kind: 'confirmed', consultation_number: consultation }
    : { kind: 'unavailable', why: 'there is no consultation number' }
}

/** Returns the error that accompanies the result, which is then meaningless; undefined when there is none. */
function troubleOf(valid: boolean, userError: string | null | undefined): string | undefined {
  return userError && userError !== (valid ? 'VALID' : 'INVALID') ? userError : undefined
}
