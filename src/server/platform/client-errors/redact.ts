type Rule = readonly [pattern: RegExp, instead: string | ((found: string, part?: string) => string)]

/**
 * Replacements for sensitive text. Browsers send the text, so every pattern must run in linear time: a pattern without
 * a fixed prefix matches the whole run of characters, sensitive or not, and one with a fixed prefix ends where the
 * next begins.
 */
const rules: readonly Rule[] = [
  [/[\w.+-]+((?:@|%40)[\w-]+(?:\.[\w-]+)+)?/g, (run, domain) => (domain === undefined ? run : '[e-mail]')],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  // The addresses of login links, orders and checkouts contain the secrets that open them.
  [/(token|login|password|secret|code|disc|atc|email|q)=[^\s&#"')]*/gi, '$1=[secret]'],
  [/(https?:\/\/(?:(?!https?:\/\/)[^\s?#"')])+)[?#][^\s"'):]*/g, '$1'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[id]'],
  [/[\w-]{24,}/g, (word) => (isRandom(word) ? '[secret]' : word)],
]

/** Removes personal data and secrets from a browser's text: e-mail addresses, queries, tokens, ids. */
export function redacted(text: string): string {
  return rules.reduce(
    (left, [pattern, instead]) =>
      typeof instead === 'string' ? left.replace(pattern, instead) : left.replace(pattern, instead),
    text,
  )
}

/** Tells whether a long word is a token and not a slug: it has lower-case letters, capitals and digits. */
function isRandom(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
}
