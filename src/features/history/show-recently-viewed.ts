import { whenBelowView } from '../../browser/when-below-view.ts'
import type { ViewedProduct } from './history-state.ts'
import { viewedBesides } from './history-store.ts'

/** Fills the page's empty, hidden section with products seen before, while its place is out of sight. */
export function showRecentlyViewed(sku: string | undefined): void {
  const section = document.querySelector<HTMLElement>('[data-recently-viewed]')
  const template = section?.querySelector('template')
  const products = viewedBesides(sku)
  if (!section || !template || products.length === 0) return
  whenBelowView(() => section.parentElement?.getBoundingClientRect().bottom ?? 0, () => {
    section.querySelector('ul')?.append(...products.map((product) => itemOf(template, product)))
    section.hidden = false
  })
}

function itemOf(template: HTMLTemplateElement, { name, paths, thumb }: ViewedProduct): Node {
  const item = document.importNode(template.content, true)
  const [link, picture, text] = [item.querySelector('a'), item.querySelector('img'), item.querySelector('span')]
  if (link) link.href = document.documentElement.lang.startsWith('sv') ? paths.sv : paths.en
  if (thumb && picture) picture.src = thumb.url
  if (text) text.textContent = name
  return item
}
