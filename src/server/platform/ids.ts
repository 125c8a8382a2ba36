import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** A UUID v7 (RFC 9562): sortable by the time it was made. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A version 4 has its version where a version 7 has it, and its random bits are drawn many at a time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** An id nobody can guess: 192 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Order numbers count up from 100001, so that they are short to read out and say nothing else. */
export function orderNumber(seq: number): string {
  return String(100_000 + seq)
}

/** The same short id for the same text, on every machine: 96 bits of its SHA-256. */
export function stableId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** How secrets are stored: their SHA-256, so that a leaked database opens nothing. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
