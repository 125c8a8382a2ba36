import { createHash } from 'node:crypto'

/** A short strong validator of some bytes, without quotes. */
export function bodyHash(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Whether If-None-Match names a representation of the body with that hash, in whichever encoding. */
export function matchesHash(ifNoneMatch: string | undefined, hash: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.includes(`"${hash}`) || ifNoneMatch === '*')
}
