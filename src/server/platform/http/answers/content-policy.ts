import { createHash } from 'node:crypto'

/** Where browsers report what the policy of a page forbade. */
export const cspReportPath = '/csp-report'
/** The directive at the end of a page's policy that asks for these reports. */
export const cspReportDirective = `; report-uri ${cspReportPath}`

const scriptOrStyle = /<(?:script|style)/gi
const maxCandidates = 50
/** Elements whose content is text, never tags. */
const textElement = /(script|style|textarea|title)(?=[\t\n\f\r />])/iy
const [smallS, smallT] = [0x73, 0x74]
const [doubleQuote, singleQuote] = [0x22, 0x27]
const whitespace = /[\t\n\f\r ]/
const whitespaceOrSlash = /[\t\n\f\r /]/
const nameEnd = /[\t\n\f\r />=]/g
const bareValueEnd = /[\t\n\f\r >]/g
/** A page that allows frames adds their origins to the default `'none'`. */
const overruledNone = /(frame-ancestors) 'none'(?= [^;])/
const hashPattern = / ('sha256-[^']+')/g

/**
 * Removes from a Content-Security-Policy the hashes of scripts and styles that are not inline in this page: Astro
 * lists those of all pages, which is less strict than needed and often larger than the page itself.
 * @param body the page's bytes; each is read as one letter, because all that tags consist of is ASCII
 */
export function tightenPolicy(policy: string, body: Buffer): string {
  const inline = inlineHashes(body.toString('latin1'), policy)
  return policy
    .replace(overruledNone, '$1')
    .replace(hashPattern, (whole, hash: string) => (inline.has(hash) ? whole : ''))
}

/**
 * The hashes of a policy that the page's scripts and styles have. What only looks like one is found fast; most pages
 * need to be parsed only up to the last that is one.
 */
function inlineHashes(html: string, policy: string): ReadonlySet<string> {
  const seeming = seemingContents(html)
  if (seeming === undefined) return new Set(inlineContents(html).map(hashSource))
  const sought = new Set(seeming.map(hashSource).filter((hash) => policy.includes(hash)))
  const found = new Set<string>()
  if (sought.size === 0) return found
  eachInlineContent(html, (content) => {
    const hash = hashSource(content)
    if (sought.delete(hash)) found.add(hash)
    return sought.size > 0
  })
  return found
}

/**
 * The contents of all scripts and styles, and of what looks like them in comments, texts and attributes; undefined for
 * a page with more of them than any of ours, which might be made to take long.
 */
function seemingContents(html: string): string[] | undefined {
  const places = Array.from(html.matchAll(scriptOrStyle), ({ index }) => index)
  if (places.length > maxCandidates) return undefined
  return places
    .map((at) => elementAt(html, at))
    .filter(({ isInline, closing }) => isInline && closing !== -1)
    .map(({ end, closing }) => html.slice(end, closing))
}

/** Tells whether any site may show the page in a frame; X-Frame-Options cannot name sites. */
export function mayBeFramed(policy: string): boolean {
  return overruledNone.test(policy)
}

/**
 * Returns the contents of all scripts and styles without `src`, as a browser parses them: tags inside attribute
 * values, comments and text are not tags. Runs in linear time, even for hostile pages.
 */
export function inlineContents(html: string): string[] {
  const contents: string[] = []
  eachInlineContent(html, (content) => contents.push(content) > 0)
  return contents
}

/** Hands the contents over one after the other, as long as `visit` returns true. */
function eachInlineContent(html: string, visit: (content: string) => boolean): void {
  let at = html.indexOf('<')
  while (at !== -1) {
    if (html.startsWith('!--', at + 1)) at = afterText(html, '-->', at + 2)
    else if (isLetter(html.charCodeAt(at + 1))) {
      const { end, closing, isInline } = elementAt(html, at)
      if (closing === -1 || (isInline && !visit(html.slice(end, closing)))) return
      at = closing
    } else at += 1
    at = html.indexOf('<', at)
  }
}

/**
 * The element whose tag begins here: where the tag ends, and where its content does if that is text; -1 without an end.
 */
function elementAt(html: string, at: number): { end: number; closing: number; isInline: boolean } {
  const end = endOfTag(html, at + 1)
  const name = textElementAt(html, at + 1)
  if (name === undefined) return { end, closing: end, isInline: false }
  const isInline = (name === 'script' || name === 'style') && !hasSource(html.slice(at + 1 + name.length, end))
  return { end, closing: closingTag(html, name, end), isInline }
}

function isLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7a
}

/** Returns the name of the element that begins here, if its content is text. */
function textElementAt(html: string, at: number): string | undefined {
  const letter = html.charCodeAt(at) | 0x20
  if (letter !== smallS && letter !== smallT) return undefined
  textElement.lastIndex = at
  return textElement.exec(html)?.[1]?.toLowerCase()
}

/**
 * Returns the position after the `>` of a tag, from the end of its name; a `>` in quotes does not count. Without
 * regular expressions, because pages consist mostly of tags.
 */
function endOfTag(html: string, from: number): number {
  let at = from
  let close = html.indexOf('>', at)
  while (close !== -1) {
    const quote = firstQuote(html, at, close)
    if (quote === -1) return close + 1
    const end = html.indexOf(html.charAt(quote), quote + 1)
    if (end === -1) break
    at = end + 1
    if (close < at) close = html.indexOf('>', at)
  }
  return html.length
}

function firstQuote(html: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const letter = html.charCodeAt(at)
    if (letter === doubleQuote || letter === singleQuote) return at
  }
  return -1
}

/** Tells whether one of a tag's attributes is `src`. */
function hasSource(tag: string): boolean {
  let at = 0
  while (at < tag.length && tag[at] !== '>') {
    if (whitespaceOrSlash.test(tag[at] ?? '')) {
      at += 1
      continue
    }
    const endOfName = indexWhere(nameEnd, tag, at + 1)
    if (tag.slice(at, endOfName).toLowerCase() === 'src') return true
    at = afterValue(tag, endOfName)
  }
  return false
}

/** Returns the end of an attribute whose name ends here: after its value, if it has one. */
function afterValue(html: string, from: number): number {
  const equals = afterWhitespace(html, from)
  if (html[equals] !== '=') return equals
  const at = afterWhitespace(html, equals + 1)
  const quote = html[at]
  if (quote === '"' || quote === "'") return afterText(html, quote, at + 1)
  return indexWhere(bareValueEnd, html, at)
}

function afterWhitespace(html: string, from: number): number {
  let at = from
  while (whitespace.test(html[at] ?? '')) at += 1
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
  const closing = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? -1
}

/** Digests of scripts and styles that most pages have, by their content with one letter for each byte. */
const knownHashes = new Map<string, string>()
const maxKnownHashes = 100
/** Longer ones are hashed each time, so that little memory is kept. */
const maxCachedLength = 10_000

function hashSource(content: string): string {
  const known = knownHashes.get(content)
  if (known !== undefined) return known
  const made = `'sha256-${createHash('sha256').update(content, 'latin1').digest('base64')}'`
  if (knownHashes.size >= maxKnownHashes) knownHashes.clear()
  if (content.length <= maxCachedLength) knownHashes.set(content, made)
  return made
}
