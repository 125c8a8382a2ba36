import { createHash, randomBytes } from 'node:crypto'

/** A UUID v7 (RFC 9562): sortable by the time it was made. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
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
