import { createHash } from 'node:crypto'

const INLINE = /<(script|style)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g
/** A page that allows frames adds their origins to the `'none'` of all pages. */
const OVERRULED_NONE = /(frame-ancestors) 'none'(?= [^;])/
const HASH = / ('sha256-[^']+')/g

/**
 * Leaves in a Content-Security-Policy only the hashes of what stands inline in this very page: Astro lists those of all
 * pages, which is looser than needed and on every answer heavier than many a page's text.
 */
export function tightenPolicy(policy: string, html: string): string {
  const inline = new Set([...html.matchAll(INLINE)].map(([, , content = '']) => hashSource(content)))
  return policy.replace(OVERRULED_NONE, '$1').replace(HASH, (whole, hash: string) => (inline.has(hash) ? whole : ''))
}

/** Whether the page allows anybody to show it in a frame; X-Frame-Options cannot say whom. */
export function mayBeFramed(policy: string): boolean {
  return OVERRULED_NONE.test(policy)
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
