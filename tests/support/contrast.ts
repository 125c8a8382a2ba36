import type { Page } from '@playwright/test'

/**
 * Texts with less contrast than level AA of WCAG demands (4.5, or 3 in large letters), in the colours of the moment. It
 * takes a small part of the time of axe, for the colour scheme in which axe does not look at a page. It judges plain
 * colours alone: what is on a picture, transparent, or over something else by its position is left to axe.
 */
export async function paleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number]
    const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const read = new Map<string, Colour>()
    const colourOf = (text: string): Colour => {
      const known = read.get(text)
      if (known) return known
      paper?.clearRect(0, 0, 1, 1)
      if (paper) paper.fillStyle = text
      paper?.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = paper?.getImageData(0, 0, 1, 1).data ?? []
      const colour = [red, green, blue, alpha / 255] as const
      read.set(text, colour)
      return colour
    }
    const brightness = (colour: Colour) => {
      const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
      return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
    }
    const mostly = (of: number) => of > 0.99
    /** The plain colour behind an element, or undefined where it cannot be told from its ancestors. */
    const behind = (element: Element | null): Colour | undefined => {
      if (element === null) return undefined
      const style = getComputedStyle(element)
      if (style.backgroundImage !== 'none' || !mostly(Number(style.opacity))) return undefined
      const colour = colourOf(style.backgroundColor)
      if (mostly(colour[3])) return colour
      const isPlaced = ['absolute', 'fixed', 'sticky'].includes(style.position)
      return colour[3] > 0 || isPlaced ? undefined : behind(element.parentElement)
    }
    const overlay = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const texts = document.createTreeWalker(overlay ?? document.body, NodeFilter.SHOW_TEXT)
    const written = new Set<Element>()
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode
      if (element && textContent?.trim()) written.add(element)
    }
    const notDemanded =
      '[inert], [aria-hidden="true"], [aria-disabled="true"], :disabled, option, script, style, .unseen'
    const isDemanded = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }) &&
      !element.closest(notDemanded) &&
      !(element.closest('label')?.control?.matches(':disabled') ?? false)
    return [...written].filter(isDemanded).flatMap((element) => {
      const style = getComputedStyle(element)
      const [text, ground] = [colourOf(style.color), behind(element)]
      if (ground === undefined || !mostly(text[3])) return []
      const [dark = 0, light = 0] = [brightness(text), brightness(ground)].toSorted((one, two) => one - two)
      const size = Number.parseFloat(style.fontSize)
      const min = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
      const ratio = (light + 0.05) / (dark + 0.05)
      if (ratio >= min) return []
      return [`${element.outerHTML.slice(0, 120)} has a contrast of ${ratio.toFixed(2)}`]
    })
  })
}
