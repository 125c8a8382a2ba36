import sanitizeHtml from 'sanitize-html'

/** Allowed HTML of editors: text, lists, tables and links, nothing that runs or loads. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'a',
    'strong',
    'em',
    'br',
    'hr',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'div',
    'span',
  ],
  allowedAttributes: { a: ['href', 'title'], th: ['scope', 'colspan'], td: ['colspan'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

const remembered = new Map<string, string>()

/** Sanitizes HTML with a cache, because a shop has few texts that appear on many pages. */
export function sanitized(html: string): string {
  const known = remembered.get(html)
  if (known !== undefined) return known
  const clean = cleaned(html)
  if (remembered.size >= 200) remembered.clear()
  remembered.set(html, clean)
  return clean
}

/** Sanitizes HTML without the cache, for a text that an editor has just written. */
export function cleaned(html: string): string {
  return sanitizeHtml(html, allowed)
}
