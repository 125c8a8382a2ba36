import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { languages } from '../../../domain/places/locales.ts'

export const previewKinds = ['widget', 'page', 'guide', 'product', 'deal'] as const

const preview = z.strictObject({
  kind: z.enum(previewKinds),
  id: z.string().min(1).max(200),
  language: z.enum(languages),
  vat: z.enum(['inc', 'ex']),
  /** Epoch seconds. */
  expires: z.int(),
})

/** What a link shows: an item in one language and one VAT mode, until it expires. */
export type Preview = z.output<typeof preview>

/** Signs a preview: payload and HMAC-SHA-256, both base64url. */
export function signPreview(secret: string, value: Preview): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${signature(secret, payload).toString('base64url')}`
}

/** Verifies a token and returns its preview; undefined when the signature is wrong or the token has expired. */
export function readPreview(secret: string, token: string, now: Date): Preview | undefined {
  const [payload = '', signed = '', ...rest] = token.split('.')
  const expected = signature(secret, payload)
  const given = Buffer.from(signed, 'base64url')
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const value = preview.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return value.success && value.data.expires * 1000 > now.getTime() ? value.data : undefined
}

/** Computes the signature. The prefix separates preview tokens from any other use of the secret. */
function signature(secret: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`preview.${payload}`).digest()
}
