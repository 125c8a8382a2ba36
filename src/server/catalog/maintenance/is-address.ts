/** Tells whether a link target is safe: a path of this site or an https address; no scripts, no `//host`. */
export function isAddress(uri: string): boolean {
  if (/[\s\\"<>]/.test(uri)) return false
  return /^\/(?!\/)/.test(uri) || (uri.startsWith('https://') && URL.canParse(uri))
}
