import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** Creates a UUID v7 (RFC 9562): sortable by time. */
export function newId(now: number = Date.now()): string {
  // `randomUUID` makes version 4, whose version digit is at the same position, and buffers its random bytes, which is
  // fast.
  return `${firstId(now)}7${randomUUID().slice(15)}`
}

/** Returns what sorts before all ids of a moment, and after those of all earlier ones. */
export function firstId(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-`
}

/** Creates an unguessable id: 192 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Returns an order number, counting from 100001: short to read out, and without other information. */
export function orderNumber(seq: number): string {
  return String(100_000 + seq)
}

/** Derives a short id from a text, the same on every machine: 96 bits of its SHA-256. */
export function stableId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Hashes a secret for storage with SHA-256, so that a leaked database contains no usable secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
