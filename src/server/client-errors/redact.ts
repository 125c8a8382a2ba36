const rules: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  // Login links, orders and checkouts are opened by what stands in their address.
  [/\b([\w-]*(?:token|login|password|secret|code|disc|atc|email|q))=[^\s&#"')]*/gi, '$1=[secret]'],
  [/(https?:\/\/[^\s?#"')]+)[?#][^\s"'):]*/g, '$1'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{24,}/g, '[secret]'],
]

/** A text from a browser without what may be personal or open something: e-mail addresses, queries, tokens, ids. */
export function redacted(text: string): string {
  return rules.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
}
