const ignored = 'script, style, title, meta, link, template, svg, math, iframe, object, embed, form, button, select'

/**
 * Pasted HTML without what is not shown, and without what published tables and texts do not have. Word writes its lists
 * as paragraphs with a mark of their own; they become lists.
 */
export function reducedPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll(ignored)) hidden.remove()
  for (const group of listsOfWord(body)) makeList(group)
  for (const cell of body.querySelectorAll('[rowspan]')) cell.removeAttribute('rowspan')
  for (const styled of body.querySelectorAll('[style]')) styled.removeAttribute('style')
  return body.innerHTML
}

const isItem = (element: Element): boolean => /mso-list:\s*l\d/i.test(element.getAttribute('style') ?? '')

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
  return [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''))
}
