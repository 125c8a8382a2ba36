import sanitizeHtml from 'sanitize-html'

/** What an editor's HTML may hold: text, lists, tables and links, nothing that runs or loads. */
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

/** The same text gives the same result, so the few texts of a shop are cleaned once and not for every page. */
export function sanitized(html: string): string {
  const known = remembered.get(html)
  if (known !== undefined) return known
  const clean = cleaned(html)
  if (remembered.size >= 200) remembered.clear()
  remembered.set(html, clean)
  return clean
}

/** The same for a text that is met once: what an editor just wrote. */
export function cleaned(html: string): string {
  return sanitizeHtml(html, allowed)
}
