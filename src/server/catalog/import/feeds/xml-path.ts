import { FeedError } from './feed-row.ts'
import type { XmlNode } from './xml-node.ts'

/**
 * A path of a profile below a row's element: `g:price`, `DETAILS/EAN`, `@id`, `PRICE[@type=net]/AMOUNT`,
 * `FEATURE[FNAME=Weight]/FVALUE`.
 */
export type XmlPath = { steps: readonly Step[]; attribute: string | null }
type Step = { name: string; conditions: readonly Condition[] }
type Condition = { path: XmlPath; value: string }

const limits = { length: 500, depth: 3 }

const stepPattern = /^([^\s@/[\]=]+)((?:\[(?:[^"'[\]]|"[^"]*"|'[^']*'|\[[^[\]]*\])+\])*)(?:\/|$)/
const attributePattern = /^(?:@[^\s@/[\]=]+)?$/
const conditionPattern = /\[((?:[^"'[\]]|"[^"]*"|'[^']*'|\[[^[\]]*\])+)\]/g

/** Removes the conditions of a path. */
export function plainPath(text: string): string {
  return text.replaceAll(conditionPattern, '')
}

/** Parses a path; throws FeedError where it is none. */
export function xmlPath(text: string, depth = 0): XmlPath {
  if (isTooMuch(text, depth)) throw badPath(text)
  const steps: Step[] = []
  let rest = text
  while (rest !== '' && !rest.startsWith('@')) {
    const [whole, name = '', conditions = ''] = stepPattern.exec(rest) ?? []
    if (whole === undefined) throw badPath(text)
    steps.push({ name, conditions: conditionsOf(conditions, text, depth) })
    rest = rest.slice(whole.length)
  }
  if (!attributePattern.test(rest)) throw badPath(text)
  return { steps, attribute: rest === '' ? null : rest.slice(1) }
}

function isTooMuch(text: string, depth: number): boolean {
  return text.length > limits.length || depth > limits.depth || /^$|\/$/.test(text)
}

function conditionsOf(text: string, path: string, depth: number): Condition[] {
  return [...text.matchAll(conditionPattern)].map(([, inner = '']) => {
    const match = /^(.+?)=(?:"([^"]*)"|'([^']*)'|([^"']*))$/.exec(inner)
    const [, left, value] = match?.filter((part) => part !== undefined) ?? []
    if (left === undefined || value === undefined) throw badPath(path)
    return { path: xmlPath(left.trim(), depth + 1), value: value.trim() }
  })
}

function badPath(text: string): FeedError {
  return new FeedError('xml_path', { path: text.slice(0, 80) })
}

/** Returns the texts at a path, in the order of the document, without empty ones. */
export function textsAt(node: XmlNode, { steps, attribute }: XmlPath): string[] {
  let found: readonly XmlNode[] = [node]
  for (const { name, conditions } of steps) {
    found = found
      .flatMap(({ children }) => children)
      .filter((child) => child.name === name && conditions.every((condition) => holds(child, condition)))
  }
  return found
    .map((each) => (attribute === null ? textIn(each) : (each.attributes.get(attribute) ?? '')).trim())
    .filter((text) => text !== '')
}

function holds(node: XmlNode, { path, value }: Condition): boolean {
  return textsAt(node, path).includes(value)
}

/** All text of an element and of those in it. */
function textIn({ texts, children }: XmlNode): string {
  if (children.length === 0) return texts.join('')
  return [texts.join(''), ...children.map(textIn)].join(' ')
}

/** The paths of a row that have a text: what a table would have as columns. */
export function pathsIn(node: XmlNode, above = ''): string[] {
  const own = [...node.attributes.keys()].map((name) => `${above}@${name}`)
  return [
    ...own,
    ...node.children.flatMap((child) => {
      const path = `${above}${child.name}`
      const hasText = child.children.length === 0 || child.texts.some((text) => text.trim() !== '')
      return [...(hasText ? [path] : []), ...pathsIn(child, `${path}/`)]
    }),
  ]
}
