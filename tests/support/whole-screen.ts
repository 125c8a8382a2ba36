import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from '@playwright/test'
import type axe from 'axe-core'
import { paleTexts } from './contrast.ts'

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
 */
export async function objections(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(layOutAll)
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in globalThis)) continue
    if (frame === page.mainFrame()) await addAxe(page)
    else await frame.evaluate(axeSource)
  }
  return violationsIn(page, within)
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The browser compiles the source once for all pages that one process shows, unlike that of `evaluate`. */
async function addAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Runtime.evaluate', { expression: `${axeSource};0` })
}

/**
 * What axe finds in these colour schemes, and texts without contrast in the others when it looks at all. It begins with
 * the scheme that the page has since the last state of a walk, where that may be.
 */
export async function faultsInSchemes(page: Page, seenIn: readonly Scheme[]): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of seenIn.length > 0 ? new Set([...seenIn, ...schemes]) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults = seenIn.includes(colorScheme) ? await objections(page) : await paleTexts(page)
    found.push(...faults.map((each) => `${colorScheme} ${each}`))
  }
  return found
}

async function violationsIn(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ([where, options]) => {
      const { violations } = await (globalThis as unknown as WithAxe).axe.run({ include: [where] }, options)
      return violations.map(({ id, nodes }) => {
        const places = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
        return `axe ${id}: ${places.join(' | ')}`
      })
    },
    [within, axeOptions] as const,
  )
}

/**
 * Everything clickable that is smaller than 24 px, or lower than 44 px on touch screens. Links inside a sentence are
 * exempt.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const min = matchMedia('(pointer: coarse)').matches ? 44 : 24
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
      if (height >= min - 0.5 && width >= 23.5) return []
      return [
        `${element.outerHTML.slice(0, 120)} in ` +
          `${element.parentElement?.className ?? ''} is ${width.toFixed(1)} x ${height.toFixed(1)} px`,
      ]
    })
  })
}

/**
 * Errors that the Nu checker found before: roles on a search field, empty ids, styles inside the body, duplicate ids.
 * And that not one heading of the first level is shown.
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
    const shown = [...document.querySelectorAll('h1')].filter(
      (heading) => heading.checkVisibility({ visibilityProperty: true }) && heading.getBoundingClientRect().width > 0,
    )
    return [
      ...(shown.length === 1 ? [] : [`${shown.length} headings of the first level are shown`]),
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
    // A phone shows a page that is too wide smaller, and then tells its width as that of the window.
    const { clientWidth: widest, clientHeight: lowest } = document.documentElement
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
      const isOut = left < -1 || right > widest + 1
      if (width <= 1 || height <= 1 || !(isOut || isCut(element)) || !isSeen(element)) return []
      if (isCut(element)) return [say(element, 'is cut off')]
      return scrollsSideways(element) ? [] : [say(element, `stands from ${Math.round(left)} to ${Math.round(right)}`)]
    }
    const isBeyondReach = (control: Element) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { top, bottom, left } = control.getBoundingClientRect()
      return bottom <= 0 || top >= lowest || left >= widest
    }
    const wider = document.documentElement.scrollWidth - widest
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
