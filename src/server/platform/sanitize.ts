import sanitizeHtml from 'sanitize-html'
import {
  isLibraryAddress,
  libraryAddress,
  findLibraryPictures,
  libraryWidths,
} from '../../domain/content/library-address.ts'

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

/** Texts of pages and widgets may also show pictures, of the shop's library alone. */
const allowedWithPictures: sanitizeHtml.IOptions = {
  ...allowed,
  allowedTags: [...(allowed.allowedTags || []), 'img'],
  allowedAttributes: { ...allowed.allowedAttributes, img: ['src', 'alt', 'width', 'height'] },
  transformTags: { img: (tagName, attributes) => ({ tagName, attribs: pictureAttributes(attributes) }) },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isLibraryAddress(attribs['src'] ?? ''),
}

/** Steps of guides have a heading of their own, and pictures beside their text. */
const allowedInSteps: sanitizeHtml.IOptions = {
  ...allowed,
  allowedTags: ['p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br'],
  allowedAttributes: { a: ['href', 'title'] },
  transformTags: Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'tr'].map((tag) => [tag, 'p'])),
}

/** As shoppers are shown them: a smaller file for narrow screens, loaded when it comes near. */
const shownWithPictures: sanitizeHtml.IOptions = {
  ...allowedWithPictures,
  allowedAttributes: {
    ...allowed.allowedAttributes,
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  },
  transformTags: {
    img: (tagName, attributes) => {
      const own = pictureAttributes(attributes)
      return { tagName, attribs: { ...own, ...smallerFile(own), loading: 'lazy', decoding: 'async' } }
    },
  },
}

/** Address and text of a picture, and its size where that is whole CSS pixels. */
function pictureAttributes({ src = '', alt = '', width = '', height = '' }: sanitizeHtml.Attributes) {
  const sizes = Object.entries({ width, height }).filter(([, size]) => /^[1-9]\d{0,4}$/.test(size))
  return { src, alt, ...Object.fromEntries(sizes) }
}

function smallerFile({ src, width }: { src: string; width?: string }): Record<string, string> {
  const [id] = findLibraryPictures(src)
  if (id === undefined || Number(width) <= libraryWidths[0]) return {}
  const files = [`${libraryAddress(id, libraryWidths[0])} ${libraryWidths[0]}w`, `${src} ${width ?? libraryWidths[1]}w`]
  return { srcset: files.join(', '), sizes: '(max-width: 700px) 100vw, 700px' }
}

const remembered = new Map<string, string>()

/** Sanitizes HTML with a cache, because a shop has few texts that appear on many pages. */
export function sanitized(html: string): string {
  return rememberedOr(`-${html}`, () => sanitizeUncached(html))
}

/** Sanitizes HTML that may show pictures of the library, as shoppers are shown it, with the same cache. */
export function sanitizedContent(html: string): string {
  return rememberedOr(`+${html}`, () => sanitizeHtml(html, shownWithPictures))
}

function rememberedOr(key: string, make: () => string): string {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const clean = make()
  if (remembered.size >= 200) remembered.clear()
  remembered.set(key, clean)
  return clean
}

/** Sanitizes HTML without the cache, for a text that an editor has just written. */
export function sanitizeUncached(html: string): string {
  return sanitizeHtml(html, allowed)
}

/** Sanitizes HTML that may show pictures of the library, without the cache. */
export function cleanedContent(html: string): string {
  return sanitizeHtml(html, allowedWithPictures)
}

/** Sanitizes the HTML of a step of a guide, without the cache. */
export function cleanedStep(html: string): string {
  return sanitizeHtml(html, allowedInSteps)
}

/** Sanitizes the HTML of a step of a guide, as shoppers are shown it, with the cache. */
export function sanitizedStep(html: string): string {
  return rememberedOr(`s${html}`, () => cleanedStep(html))
}
