import { hash } from 'node:crypto'

/** Returns a short strong validator of a body, without quotes. */
export function bodyHash(body: Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** Tells whether If-None-Match names the body with that hash, in any encoding. */
export function matchesHash(ifNoneMatch: string | undefined, hash: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.includes(`"${hash}`) || ifNoneMatch === '*')
}
