import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe objects to on the page, or in one part of it, as sentences. Only violations leave the page: that takes a quarter of
 * the time. An overlay's targets are not measured, since axe takes those at the edge of what scrolls for small ones.
 */
export async function objections(page: Page, part?: string): Promise<string[]> {
  const rules = { 'target-size': { enabled: part === 'main' || await page.locator('dialog[open], [popover]:popover-open').count() === 0 } }
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], rules })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/**
 * What is lost at the window's width: sideways scrolling, boxes beyond its edges, text that is cut off, and controls of an open
 * overlay that no scrolling brings into view.
 */
export async function losses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overlay = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const say = (element: Element, what: string) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 40)}" ${what}`
    const withParents = (element: Element): Element[] => (element.parentElement ? [element, ...withParents(element.parentElement)] : [element])
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      && !withParents(element).some((each) => each.matches('[inert], [aria-hidden="true"]') || getComputedStyle(each).clipPath !== 'none')
    const scrollsSideways = (element: Element) => withParents(element).some((each) =>
      each !== document.body && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1)
    const isCut = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
      && element.scrollWidth > element.clientWidth + 1 && (element.textContent ?? '').trim() !== '' && !(element instanceof HTMLSelectElement)

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
    const controls = [...overlay?.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea') ?? []]
    return [
      ...(wider > 0 ? [`the page is ${wider} px wider than the window`] : []),
      ...[...(overlay ?? document.body).querySelectorAll('*')].flatMap(lossesOf),
      ...controls.filter((each) => isSeen(each) && isBeyondReach(each)).map((each) => say(each, 'cannot be scrolled into view')),
    ].slice(0, 6)
  })
}
