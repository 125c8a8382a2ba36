/** An element of the namespace `g`: a text, or elements within it. */
export type FeedTag = readonly [name: string, value: string | readonly FeedTag[]]

export type FeedChannel = { title: string; link: string; description: string }

/** What XML 1.0 forbids, also as a reference: control characters, halves of pairs, and U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The beginning of an RSS 2.0 file with the elements of Google's product data. */
export function feedBegin({ title, link, description }: FeedChannel): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `<title>${xmlText(title)}</title>\n<link>${xmlText(link)}</link>\n` +
    `<description>${xmlText(description)}</description>\n`
  )
}

export const feedEnd = '</channel>\n</rss>\n'

export function itemXml(tags: readonly FeedTag[]): string {
  return `<item>\n${tags.map((tag) => `${tagXml(tag)}\n`).join('')}</item>\n`
}

function tagXml([name, value]: FeedTag): string {
  return `<g:${name}>${typeof value === 'string' ? xmlText(value) : value.map(tagXml).join('')}</g:${name}>`
}

/** A text as XML; characters that XML 1.0 forbids are left out. */
function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"]/g, (sign) => references[sign] ?? '')
}
