import type { Page } from '@playwright/test'

/** Texts that cover each other, as far as they are in view within what scrolls around them. */
export async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    const within = (one: Box, two: Box): Box => ({
      left: Math.max(one.left, two.left),
      top: Math.max(one.top, two.top),
      right: Math.min(one.right, two.right),
      bottom: Math.min(one.bottom, two.bottom),
    })
    const overlay = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const texts = document.createTreeWalker(overlay ?? document.body, NodeFilter.SHOW_TEXT)
    const parts: { element: Element; text: string; box: Box }[] = []
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }) &&
      !element.closest(
        '.unseen, .skip, option, script, style, svg, [aria-hidden="true"], details:not([open]) > :not(summary)',
      ) &&
      // Its own text is not shown either.
      !element.matches('details:not([open])')
    /** What is left of a box within all that cuts it off. */
    const seenPart = (box: Box, from: Element): Box => {
      let seen = box
      for (let each: Element | null = from; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each)
        if (style.clipPath !== 'none') return { left: 0, top: 0, right: 0, bottom: 0 }
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible')
          seen = within(seen, each.getBoundingClientRect())
        if (style.position === 'fixed') break
      }
      return seen
    }
    /** The lines of a text; letters take less height than their line. */
    const linesOf = (node: Node): DOMRect[] => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    }
    const note = (node: Node, element: Element) => {
      for (const { left, right, top, bottom, height } of linesOf(node)) {
        const slack = Math.min(4, height / 5)
        const box = seenPart({ left, right, top: top + slack, bottom: bottom - slack }, element)
        const isSeen = box.right - box.left > 2 && box.bottom - box.top > 2
        if (isSeen) parts.push({ element, text: (node.textContent ?? '').trim().slice(0, 40), box })
      }
    }
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (parentElement && textContent?.trim() && isShown(parentElement)) note(texts.currentNode, parentElement)
    }
    parts.sort((one, two) => one.box.top - two.box.top)
    const isStuck = (element: Element) => {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) return true
      return false
    }
    type Part = (typeof parts)[number]
    const areAcross = (one: Part, two: Part) => {
      const shared = within(one.box, two.box)
      if (shared.right - shared.left <= 1 || shared.bottom - shared.top <= 1) return false
      return one.element !== two.element && isStuck(one.element) === isStuck(two.element)
    }
    const found = new Set<string>()
    for (const [at, one] of parts.entries()) {
      const end = parts.findIndex(({ box }, index) => index > at && box.top >= one.box.bottom)
      for (const two of parts.slice(at + 1, end < 0 ? undefined : end))
        if (areAcross(one, two)) found.add(`“${one.text}” and “${two.text}” cover each other`)
    }
    return [...found].slice(0, 4)
  })
}
