import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { paleTexts } from './contrast.ts'
import { knownMark, markKnownParts, type KnownParts } from './known-parts.ts'

/** Rules of level A and AA and of best practice that axe leaves out by default. */
const rulesOffByDefault = [
  'target-size',
  'label-content-name-mismatch',
  'focus-order-semantics',
  'css-orientation-lock',
  'p-as-heading',
  'table-fake-caption',
  'td-has-header',
]
/** Of half the length that axe itself tells. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe's source adds to a page. */
type WithAxe = { axe: typeof axe }

const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/**
 * In which colour schemes axe looks at a state of a screen, by its number, in the n-th language. In the usual run it
 * does in one scheme and in one language: of four states that follow one another, one in each pair of those.
 */
export function seenByAxe(index: number, language: number): readonly Scheme[] {
  if (process.env['E2E_ALL'] !== undefined) return schemes
  const turn = Math.floor(index / 2) % 2
  return index % 2 === language ? schemes.slice(turn, turn + 1) : []
}

const rules = Object.fromEntries(rulesOffByDefault.map((rule) => [rule, { enabled: true }]))

/** Elements with deferred layout would overlap what follows them, which only a program can see. */
function layOutAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Selectors of the places found are not read, and take an eighth of the time of axe. */
const axeOptions: axe.RunOptions = {
  resultTypes: ['violations'],
  rules,
  preload: false,
  elementRef: false,
  selectors: false,
}

/**
 * The violations that axe finds on the whole page and in its frames, as sentences: all rules up to level AA, including
 * target-size of WCAG 2.2, with any open overlay. axe runs as it is, because its adapter takes half as long again.
 * @param within a selector of the only part to look at
 * @param known parts that look as they did when nothing was found in them are left out; rules about the whole page
 *   still read them. Those of this page are added when nothing is found.
 */
export async function objections(page: Page, within = 'html', known: KnownParts = new Set()): Promise<string[]> {
  await page.evaluate(layOutAll)
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource)
  const parts = await markKnownParts(page, known)
  const found = await violationsIn(page, { include: [within], exclude: [`[${knownMark}]`] })
  if (found.length === 0) for (const part of parts) known.add(part)
  return found
}

/** The parts in which axe found nothing, by colour scheme. */
export type Known = Record<Scheme, KnownParts>

/** What axe finds in these colour schemes, and texts without contrast in the others when it looks at all. */
export async function faultsInSchemes(page: Page, seenIn: readonly Scheme[], known: Known): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of seenIn.length > 0 ? schemes : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const isSeen = seenIn.includes(colorScheme)
    const faults = isSeen ? await objections(page, 'html', known[colorScheme]) : await paleTexts(page)
    found.push(...faults.map((each) => `${colorScheme} ${each}`))
  }
  return found
}

async function violationsIn(page: Page, context: { include: string[]; exclude: string[] }): Promise<string[]> {
  return page.evaluate(
    async ([where, options, mark]) => {
      const { violations } = await (globalThis as unknown as WithAxe).axe.run(where, options)
      for (const part of document.querySelectorAll(`[${mark}]`)) part.removeAttribute(mark)
      return violations.map(({ id, nodes }) => {
        const places = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
        return `axe ${id}: ${places.join(' | ')}`
      })
    },
    [context, axeOptions, knownMark] as const,
  )
}

/**
 * Everything clickable that is smaller than 24 px, or lower than 44 px on touch screens. Links inside a sentence are
 * exempt.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = matchMedia('(pointer: coarse)').matches ? 44 : 24
    const overlay = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !element.closest('[inert], [aria-hidden="true"], .unseen')
    const targets = [
      ...(overlay ?? document.body).querySelectorAll(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role="option"]',
      ),
    ]
    return targets.filter(isShown).flatMap((element) => {
      const pressed =
        element instanceof HTMLInputElement ? (element.closest('label') ?? element.labels?.[0] ?? element) : element
      const boxes = [element, pressed].map((each) => each.getBoundingClientRect())
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
      if (getComputedStyle(element).display === 'inline' || element.matches('.skip') || width === 0) return []
      if (height >= least - 0.5 && width >= 23.5) return []
      return [
        `${element.outerHTML.slice(0, 120)} in ` +
          `${element.parentElement?.className ?? ''} is ${width.toFixed(1)} x ${height.toFixed(1)} px`,
      ]
    })
  })
}

/**
 * Errors that the Nu checker found before: roles on a search field, empty ids, styles inside the body, duplicate ids.
 */
export async function markupFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const endless =
      ':is(textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], ' +
      '[type=password], [type=search])):not([maxlength])'
    const wrong = [
      endless,
      'input[type="search"][role]',
      '[aria-activedescendant=""]',
      '[aria-controls=""]',
      '[id=""]',
      'body style:not(:first-child)',
    ]
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
    return [
      ...wrong.filter((selector) => document.querySelector(selector) !== null),
      ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`),
    ]
  })
}

/**
 * What is lost at the window's width: horizontal scrolling, boxes beyond its edges, clipped text that no title
 * repeats, and controls of an open overlay that cannot be scrolled into view.
 */
export async function losses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overlay = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const say = (element: Element, what: string) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ` +
      `"${(element.textContent ?? '').trim().slice(0, 40)}" ${what}`
    const withParents = (element: Element): Element[] =>
      element.parentElement ? [element, ...withParents(element.parentElement)] : [element]
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
      !withParents(element).some(
        (each) => each.matches('[inert], [aria-hidden="true"]') || getComputedStyle(each).clipPath !== 'none',
      )
    const scrollsSideways = (element: Element) =>
      withParents(element).some(
        (each) =>
          each !== document.body &&
          ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) &&
          each.scrollWidth > each.clientWidth + 1,
      )
    const isCut = (element: Element) =>
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + 1 &&
      (element.textContent ?? '').trim() !== '' &&
      !element.matches('td[title]') &&
      !(element instanceof HTMLSelectElement)

    const lossesOf = (element: Element): string[] => {
      const { left, right, width, height } = element.getBoundingClientRect()
      const isOut = left < -1 || right > innerWidth + 1
      if (width <= 1 || height <= 1 || !(isOut || isCut(element)) || !isSeen(element)) return []
      if (isCut(element)) return [say(element, 'is cut off')]
      return scrollsSideways(element) ? [] : [say(element, `stands from ${Math.round(left)} to ${Math.round(right)}`)]
    }
    const isBeyondReach = (control: Element) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { top, bottom, left } = control.getBoundingClientRect()
      return bottom <= 0 || top >= innerHeight || left >= innerWidth
    }
    const wider = document.documentElement.scrollWidth - innerWidth
    const controls = [
      ...(overlay?.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea') ?? []),
    ]
    return [
      ...(wider > 0 ? [`the page is ${wider} px wider than the window`] : []),
      ...[...(overlay ?? document.body).querySelectorAll('*')].flatMap(lossesOf),
      ...controls
        .filter((each) => isSeen(each) && isBeyondReach(each))
        .map((each) => say(each, 'cannot be scrolled into view')),
    ].slice(0, 6)
  })
}
