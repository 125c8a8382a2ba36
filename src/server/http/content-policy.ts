import { createHash } from 'node:crypto'

/** The beginning of a comment or of a tag, with the tag's name. */
const OPENING = /<(?:!--|([a-zA-Z][^\s/>]*))/g
/** Elements whose content is text, whatever stands in it. */
const TEXT_ELEMENTS = new Set(['script', 'style', 'textarea', 'title'])
const WHITESPACE_OR_SLASH = /[\s/]/
const END_OF_NAME = /[\s/>=]/g
const END_OF_BARE_VALUE = /[\s>]/g
/** A page that allows frames adds their origins to the `'none'` of all pages. */
const OVERRULED_NONE = /(frame-ancestors) 'none'(?= [^;])/
const HASH = / ('sha256-[^']+')/g

/**
 * Leaves in a Content-Security-Policy only the hashes of what stands inline in this very page: Astro lists those of all
 * pages, which is looser than needed and on every answer heavier than many a page's text.
 */
export function tightenPolicy(policy: string, html: string): string {
  const inline = new Set(inlineContents(html).map(hashSource))
  return policy.replace(OVERRULED_NONE, '$1').replace(HASH, (whole, hash: string) => (inline.has(hash) ? whole : ''))
}

/** Whether the page allows anybody to show it in a frame; X-Frame-Options cannot say whom. */
export function mayBeFramed(policy: string): boolean {
  return OVERRULED_NONE.test(policy)
}

/**
 * The contents of all scripts and styles without `src`, read as a browser reads them: tags inside attribute values,
 * comments and text are not tags. Every character is looked at a fixed number of times, however hostile the page is.
 */
export function inlineContents(html: string): string[] {
  const contents: string[] = []
  const opening = new RegExp(OPENING)
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase()
    if (name === undefined) {
      opening.lastIndex = afterText(html, '-->', opening.lastIndex - 2)
      continue
    }
    const tag = readTag(html, opening.lastIndex)
    opening.lastIndex = tag.end
    if (!TEXT_ELEMENTS.has(name)) continue
    const closing = closingTag(html, name, tag.end)
    if (closing === -1) break
    if ((name === 'script' || name === 'style') && !tag.hasSource) contents.push(html.slice(tag.end, closing))
    opening.lastIndex = closing
  }
  return contents
}

/** Where a tag ends, read from behind its name, and whether one of its attributes is `src`. */
function readTag(html: string, from: number): { end: number; hasSource: boolean } {
  let at = from
  let hasSource = false
  while (at < html.length && html[at] !== '>') {
    if (WHITESPACE_OR_SLASH.test(html[at] ?? '')) {
      at += 1
      continue
    }
    const endOfName = indexWhere(END_OF_NAME, html, at + 1)
    hasSource ||= html.slice(at, endOfName).toLowerCase() === 'src'
    at = afterValue(html, endOfName)
  }
  return { end: at + 1, hasSource }
}

/** Where an attribute ends whose name ends here: behind its value, if it has one. */
function afterValue(html: string, from: number): number {
  const equals = afterWhitespace(html, from)
  if (html[equals] !== '=') return equals
  const at = afterWhitespace(html, equals + 1)
  const quote = html[at]
  if (quote === '"' || quote === "'") return afterText(html, quote, at + 1)
  return indexWhere(END_OF_BARE_VALUE, html, at)
}

function afterWhitespace(html: string, from: number): number {
  let at = from
  while (/\s/.test(html[at] ?? '')) at += 1
  return at
}

function afterText(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from)
  return at === -1 ? html.length : at + text.length
}

function indexWhere(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? -1
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
