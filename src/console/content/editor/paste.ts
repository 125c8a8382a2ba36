import { parseHtml } from './parse-html.ts'

const ignored = 'script, style, title, meta, link, template, svg, math, iframe, object, embed, form, button, select'
/** The last one is the editor's own, on what was copied in it. */
const kept = new Set(['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'data-pm-slice'])

/**
 * Pasted HTML without what is not shown, and without what published tables and texts do not have. Word writes its lists
 * as paragraphs with a mark of their own; they become lists.
 */
export function reducedPaste(html: string): string {
  const body = parseHtml(html)
  for (const hidden of body.querySelectorAll(ignored)) hidden.remove()
  for (const group of listsOfWord(body)) makeList(group)
  for (const element of body.querySelectorAll('*')) withKeptAttributes(element)
  return body.innerHTML
}

function withKeptAttributes(element: Element): void {
  for (const name of element.getAttributeNames()) if (!kept.has(name)) element.removeAttribute(name)
}

const isItem = (element: Element): boolean => /mso-list:\s*l\d/i.test(element.getAttribute('data-style') ?? '')

/** The paragraphs of Word's lists, those that follow each other together. */
function listsOfWord(body: Element): Element[][] {
  const groups: Element[][] = []
  for (const item of [...body.querySelectorAll('p')].filter(isItem)) {
    const last = groups.at(-1)
    if (last && last.at(-1)?.nextElementSibling === item) last.push(item)
    else groups.push([item])
  }
  return groups
}

function makeList(items: readonly Element[]): void {
  const [first] = items
  if (!first) return
  const mark = markOf(first)?.textContent ?? ''
  const list = first.ownerDocument.createElement(/^\s*[\da-z]+[.)]/i.test(mark) ? 'ol' : 'ul')
  first.before(list)
  for (const item of items) {
    markOf(item)?.remove()
    const entry = item.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
  }
}

/** The bullet or number that Word writes before an item's text. */
function markOf(item: Element): Element | undefined {
  return [...item.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
  )
}
