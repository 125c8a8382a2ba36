type Rule = readonly [pattern: RegExp, instead: string | ((found: string, part?: string) => string)]

/**
 * Browsers send these texts, so no pattern may read the same characters again from every start: a run without a fixed
 * beginning is matched whole, address or not, and what follows a fixed beginning ends where the next one begins.
 */
const rules: readonly Rule[] = [
  [/[\w.+-]+((?:@|%40)[\w-]+(?:\.[\w-]+)+)?/g, (run, domain) => (domain === undefined ? run : '[e-mail]')],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  // Login links, orders and checkouts are opened by what stands in their address.
  [/(token|login|password|secret|code|disc|atc|email|q)=[^\s&#"')]*/gi, '$1=[secret]'],
  [/(https?:\/\/(?:(?!https?:\/\/)[^\s?#"')])+)[?#][^\s"'):]*/g, '$1'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[id]'],
  [/[\w-]{24,}/g, (word) => (isRandom(word) ? '[secret]' : word)],
]

/** A text from a browser without what may be personal or open something: e-mail addresses, queries, tokens, ids. */
export function redacted(text: string): string {
  return rules.reduce(
    (left, [pattern, instead]) =>
      typeof instead === 'string' ? left.replace(pattern, instead) : left.replace(pattern, instead),
    text,
  )
}

/** Small letters, capitals and digits in one long word: a token, not a slug. */
function isRandom(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
}
