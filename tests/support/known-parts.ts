import type { Page } from '@playwright/test'

/** Parts of pages in which axe found nothing, by what they contain and how they look; of one walk in one size. */
export type KnownParts = Set<string>

/** The attribute that marks a part for axe while it runs. */
export const knownMark = 'data-known-to-axe'

/**
 * Marks the parts of the page that look exactly as one of the known parts: the same markup, but for where its links
 * lead and for digits, and for each element the same box, colours and visibility. What a page has twice is not marked,
 * and nothing below an open overlay, which may cover a part.
 * @returns all parts of the page, known or not
 */
export async function markKnownParts(page: Page, known: KnownParts): Promise<string[]> {
  return page.evaluate(
    ([seen, mark]) => {
      if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return []
      /** Two sums of 32 bits: by chance, one of 10^19 pairs of different texts has the same. */
      const digest = (text: string) => {
        let [one, two] = [0xdeadbeef, 0x41c6ce57]
        for (let at = 0; at < text.length; at++) {
          const code = text.charCodeAt(at)
          one = Math.imul(one ^ code, 2_654_435_761)
          two = Math.imul(two ^ code, 1_597_334_677)
        }
        return `${text.length} ${one} ${two}`
      }
      const leads = / (?:href|action|prefix|props|uid|component-url)="[^"#][^"]*"/g
      const look = (part: Element) => {
        const { left, top } = part.getBoundingClientRect()
        const lookOf = (element: Element) => {
          const box = element.getBoundingClientRect()
          const style = getComputedStyle(element)
          const place = [box.left - left, box.top - top, box.width, box.height].map(Math.round)
          return [...place, style.color, style.backgroundColor, style.opacity, style.visibility, style.display].join()
        }
        const looks = [part, ...part.querySelectorAll('*')].map(lookOf)
        const markup = part.outerHTML.replaceAll(leads, '').replaceAll(/\d+/g, '0')
        return digest([Math.round(left), markup, ...looks].join('|'))
      }
      const parts = [...document.querySelectorAll('body > :not(main, script, style), main > *')]
      const looks = parts.map(look)
      const isOnce = (each: string) => looks.indexOf(each) === looks.lastIndexOf(each)
      const isKnown = (each = '') => seen.includes(each) && isOnce(each)
      for (const [at, part] of parts.entries()) if (isKnown(looks[at])) part.setAttribute(mark, '')
      return looks
    },
    [[...known], knownMark] as const,
  )
}
