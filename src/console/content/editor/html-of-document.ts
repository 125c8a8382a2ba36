import { DOMParser as DocumentParser, DOMSerializer, type Node } from 'prosemirror-model'
import { schema } from './editor-schema.ts'
import { parseHtml } from './parse-html.ts'

const parser = DocumentParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)
const blocks = 'p, h2, h3, h4, ul, ol, li, hr, table, thead, tbody, tr, th, td, div'

/** Reads a text into the editor. What the editor cannot make is left out, or becomes a paragraph. */
export function documentOf(html: string): Node {
  return parser.parse(parseHtml(html))
}

/** The HTML of a document as it is published: items and cells of one paragraph without it, tables with their head. */
export function htmlOf(document_: Node): string {
  const body = emptyBody()
  body.append(serializer.serializeFragment(document_.content, { document: body.ownerDocument }))
  for (const item of body.querySelectorAll('li, th, td')) withoutOnlyParagraph(item)
  for (const table of body.querySelectorAll('table')) withHead(table)
  while (body.childElementCount > 1 && isEmptyParagraph(body.lastElementChild)) body.lastElementChild?.remove()
  if (isEmpty(body)) return ''
  return [...body.children].map((block) => block.outerHTML).join('\n')
}

/** Whether a text means the same once the editor has read and written it. */
export function isHeldWhole(html: string): boolean {
  return canonical(html) === canonical(htmlOf(documentOf(html)))
}

function emptyBody(): HTMLElement {
  return document.implementation.createHTMLDocument().body
}

/** What the cursor needs behind a table, and readers do not. */
function isEmptyParagraph(block: Element | null): boolean {
  return block?.tagName === 'P' && block.childNodes.length === 0
}

function isEmpty(body: HTMLElement): boolean {
  return body.textContent?.trim() === '' && body.querySelector('img, hr, table') === null
}

/** Takes away the paragraph of an item or cell that has one only, before lists of the next level if it has any. */
function withoutOnlyParagraph(item: Element): void {
  const [first, ...others] = item.children
  if (first?.tagName === 'P' && others.every((other) => /^[OU]L$/.test(other.tagName)))
    first.replaceWith(...first.childNodes)
}

/** Groups the rows of a table: those of headings before the others are its head. */
function withHead(table: Element): void {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const isHeading = (row: Element) => [...row.children].every((cell) => cell.tagName === 'TH')
  const firstOther = rows.findIndex((row) => !isHeading(row))
  const count = firstOther === -1 ? 0 : firstOther
  const make = (name: string) => table.ownerDocument.createElement(name)
  const [head, body] = [make('thead'), make('tbody')]
  head.append(...rows.slice(0, count))
  body.append(...rows.slice(count))
  table.replaceChildren(...(count > 0 ? [head] : []), body)
  for (const cell of table.querySelectorAll('th'))
    if (cell.closest('table') === table) cell.setAttribute('scope', head.contains(cell) ? 'col' : 'row')
}

/** A text without the differences that readers do not see. */
function canonical(html: string): string {
  const body = parseHtml(html)
  for (const item of body.querySelectorAll('li, th, td')) withoutOnlyParagraph(item)
  for (const cell of body.querySelectorAll('[scope]')) cell.removeAttribute('scope')
  for (const group of body.querySelectorAll('span, thead, tbody')) group.replaceWith(...group.childNodes)
  for (const box of [...body.querySelectorAll('div')].toReversed()) replaceBox(box)
  body.normalize()
  return body.innerHTML.replaceAll(/\s+/g, ' ').replaceAll(/ ?(<[^>]+>) ?/g, '$1')
}

/** A box without a class is a paragraph, or nothing around other blocks. */
function replaceBox(box: Element): void {
  if (box.querySelector(blocks)) return box.replaceWith(...box.childNodes)
  const paragraph = box.ownerDocument.createElement('p')
  paragraph.append(...box.childNodes)
  box.replaceWith(paragraph)
}
