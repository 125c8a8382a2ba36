import { whenBelowView } from '../../browser/when-below-view.ts'
import type { ViewedProduct } from './history-state.ts'

/** Fills the page's empty, hidden section with products seen before, while its place is out of sight. */
export function showRecentlyViewed(section: HTMLElement, products: readonly ViewedProduct[]): void {
  const template = section.querySelector('template')
  if (!template) return
  whenBelowView(
    () => section.parentElement?.getBoundingClientRect().bottom ?? 0,
    () => {
      section.querySelector('ul')?.append(...products.map((product) => itemOf(template, product)))
      section.hidden = false
    },
  )
}

function itemOf(template: HTMLTemplateElement, { name, paths, thumb }: ViewedProduct): Node {
  const item = document.importNode(template.content, true)
  const [link, picture, text] = [item.querySelector('a'), item.querySelector('img'), item.querySelector('span')]
  if (link) link.href = document.documentElement.lang.startsWith('sv') ? paths.sv : paths.en
  if (thumb && picture) picture.src = thumb.url
  if (text) text.textContent = name
  return item
}
