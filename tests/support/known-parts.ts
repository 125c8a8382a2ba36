import type { Page } from '@playwright/test'

/** Parts of pages in which axe found nothing, by what they contain and how they look; of one walk in one size. */
export type KnownParts = Set<string>

/** The attribute that marks a part for axe while it runs. */
export const knownMark = 'data-known-to-axe'

/** What the rules of axe read in the page, and what this file compares. */
const compared = {
  mark: knownMark,
  /** Where links lead, and what islands are given, says nothing about how a part can be used. */
  free: ['href', 'action', 'formaction', 'prefix', 'props', 'uid', 'component-url'],
  /** Attributes whose digits differ between records. */
  counted: ['value', 'name', 'src', 'srcset', 'alt', 'title', 'datetime', 'style', 'placeholder', 'min', 'max'],
  /** Attributes that name other elements: what they lead to is compared. */
  leading: [
    'aria-labelledby aria-describedby aria-controls aria-owns aria-details aria-errormessage aria-flowto',
    'aria-activedescendant for headers list form popovertarget',
  ].flatMap((names) => names.split(' ')),
  styles: [
    'color background-color background-image opacity visibility display overflow-x overflow-y font-size font-weight',
    'font-style text-decoration-line border-bottom-width border-bottom-style text-shadow filter mix-blend-mode',
    'clip-path position z-index pointer-events',
  ].flatMap((names) => names.split(' ')),
  landmarks:
    'header, footer, main, nav, aside, search, :is(section, form):is([aria-label], [aria-labelledby]), ' +
    '[role="banner"], [role="contentinfo"], [role="main"], [role="navigation"], [role="complementary"], ' +
    '[role="search"], [role="region"], [role="form"]',
  targets: 'a, button, input, select, textarea, summary, label, [role], [tabindex]',
  headings: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  /** The distance in pixels within which a target is in the way of another. */
  near: 24,
}

/**
 * Marks the parts of the page that look exactly as one of the known parts, so that axe finds in them what it found
 * there: the same elements, attributes and texts, but for where links lead and for digits that no rule reads; the same
 * box and styles of each element; the same texts where labels and ids lead; the same colours and roles of what is
 * around it, the same heading before it, and the same elements over it or near its targets. What a page has twice is
 * not marked, nor a part with a landmark that another part has too, nor what holds a frame, which can show anything,
 * and nothing below an open overlay.
 * @returns all parts of the page, known or not
 */
export async function markKnownParts(page: Page, known: KnownParts): Promise<string[]> {
  return page.evaluate(
    ([seen, { mark, free, counted, leading, styles, landmarks, targets, headings, near }]) => {
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
      const withoutDigits = (text: string) => text.replaceAll(/\d+/g, '0')
      const everything = [...document.body.querySelectorAll('*')]
      const boxes = new Map(everything.map((element) => [element, element.getBoundingClientRect()]))
      const boxOf = (element: Element) => boxes.get(element) ?? element.getBoundingClientRect()
      const stylesOf = (element: Element) => {
        const computed = getComputedStyle(element)
        return styles.map((name) => computed.getPropertyValue(name)).join()
      }
      const named = (element: Element) =>
        [
          element.localName,
          element.getAttribute('aria-label'),
          element.textContent.trim(),
          element.checkVisibility(),
        ].join()

      const attributesOf = (element: Element, order: ReadonlyMap<Element, number>) => {
        const found = (id: string) => (id === '' ? null : document.querySelector(`#${CSS.escape(id)}`))
        const led = (id: string) => {
          const target = found(id)
          return target ? (order.get(target) ?? named(target)) : 'nothing'
        }
        return Array.from(element.attributes, ({ name, value }) => {
          if (name === 'id') return 'id'
          if (leading.includes(name)) return `${name}=${value.split(/\s+/).map(led).join()}`
          if (name === 'href' && value.startsWith('#')) return `href=${found(value.slice(1))?.localName}`
          if (free.includes(name)) return value === '' ? `${name}=` : name
          return `${name}=${counted.includes(name) || name.startsWith('data-') ? withoutDigits(value) : value}`
        })
      }
      /** Digits are read where a name must contain the text. */
      const textsOf = (element: Element) => {
        const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
        const text = texts.map((node) => node.nodeValue ?? '').join('|')
        if (!/\d/.test(text)) return text
        return element.closest('a, button, summary, [role]')?.hasAttribute('aria-label') ? text : withoutDigits(text)
      }
      const labelsOf = (element: Element, order: ReadonlyMap<Element, number>) =>
        'labels' in element && element.labels instanceof NodeList
          ? [...(element.labels as NodeListOf<Element>)].map((label) => order.get(label) ?? named(label))
          : []

      /** The roles and colours of what a part stands in. */
      const around = (part: Element): string[] => {
        const parent = part.parentElement
        if (!parent) return []
        const told = Array.from(parent.attributes, ({ name, value }) => `${name}=${value}`)
        return [
          parent.localName,
          ...told.filter((each) => /^(?:role|lang|dir|hidden|inert|aria-[a-z]+)=/.test(each)),
          stylesOf(parent),
          ...around(parent),
        ]
      }
      const before = (part: Element) => {
        if (!part.querySelector(headings)) return ''
        const all = [...document.querySelectorAll(headings)]
        const last = all.findLast((each) => part.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_PRECEDING)
        return last ? `${last.localName} ${last.getAttribute('aria-level')} ${last.checkVisibility()}` : ''
      }
      /** Elements of other parts that cover this one or lie below it, and targets near it. */
      const beside = (part: Element, inside: readonly Element[]) => {
        const { left, top } = boxOf(part)
        const shown = inside.map(boxOf).filter(({ width, height, right }) => width > 1 && height > 1 && right > 0)
        const from = { x: Math.min(...shown.map((box) => box.left)), y: Math.min(...shown.map((box) => box.top)) }
        const to = { x: Math.max(...shown.map((box) => box.right)), y: Math.max(...shown.map((box) => box.bottom)) }
        const isWithin = (box: DOMRect, by: number) =>
          box.right > from.x - by && box.left < to.x + by && box.bottom > from.y - by && box.top < to.y + by
        const isOther = (element: Element) => !part.contains(element) && !element.contains(part)
        return everything.flatMap((element) => {
          const box = boxOf(element)
          if (box.width <= 1 || box.height <= 1 || !isWithin(box, near) || !isOther(element)) return []
          if (!isWithin(box, -1) && !element.matches(targets)) return []
          const place = [box.left - left, box.top - top, box.width, box.height].map(Math.round)
          return [[element.localName, ...place, stylesOf(element)].join()]
        })
      }

      const look = (part: Element) => {
        const inside = [part, ...part.querySelectorAll('*')]
        const order = new Map(inside.map((element, at) => [element, at]))
        const { left, top } = boxOf(part)
        const lookOf = (element: Element) => {
          const parent = order.get(element.parentElement ?? element) ?? ''
          const markup = [element.localName, ...attributesOf(element, order), ...labelsOf(element, order)]
          const told = [parent, ...markup, textsOf(element)].join()
          if (element instanceof SVGElement && element.ownerSVGElement) return told
          const box = boxOf(element)
          const place = [box.left - left, box.top - top, box.width, box.height].map(Math.round)
          return [told, ...place, stylesOf(element)].join()
        }
        const surroundings = [Math.round(left), ...around(part), before(part), ...beside(part, inside)]
        return digest([...surroundings, ...inside.map(lookOf)].join('|'))
      }

      const inSection = 'article, aside, main, nav, section'
      const landmarkOf = (element: Element) => {
        const isWhole = element.matches('header, footer') && !element.parentElement?.closest(inSection)
        const own: Record<string, string> = { nav: 'navigation', aside: 'complementary', section: 'region' }
        const pageWide = element.localName === 'header' ? 'banner' : 'contentinfo'
        const role =
          element.getAttribute('role') ?? (isWhole ? pageWide : (own[element.localName] ?? element.localName))
        if (['banner', 'contentinfo', 'main'].includes(role)) return role
        const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
        const texts = ids.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '')
        const name = texts.join(' ') || element.getAttribute('aria-label') || ''
        return `${role} ${name.trim().toLowerCase()}`
      }
      const marks = [...document.querySelectorAll(landmarks)].map((element) => ({ element, is: landmarkOf(element) }))
      const hasTwin = (part: Element) =>
        marks.some((one) => part.contains(one.element) && marks.some((two) => one !== two && one.is === two.is))

      const parts = [...document.querySelectorAll('body > :not(main, script, style), main > *')]
      const looks = parts.map(look)
      const isOnce = (each: string) => looks.indexOf(each) === looks.lastIndexOf(each)
      const isPlain = (part: Element) => !part.querySelector('iframe, object, embed, [accesskey]') && !hasTwin(part)
      for (const [at, part] of parts.entries()) {
        const each = looks[at] ?? ''
        if (seen.includes(each) && isOnce(each) && isPlain(part)) part.setAttribute(mark, '')
      }
      return looks
    },
    [[...known], compared] as const,
  )
}
