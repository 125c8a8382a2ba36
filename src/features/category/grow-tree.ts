import { withLoadingDelay } from '../../browser/loading-delay.ts'
import { pageLanguage } from '../../browser/page-language.ts'
import type { Category } from '../../contracts/calls/product-categories.ts'
import { loadIslandTexts, type IslandTranslate } from '../../i18n/island-texts.ts'
import { childrenOf } from './category-children.ts'

/** Makes the links of a list that have something below them into buttons which open it in place. */
export async function growTree(tree: Element): Promise<void> {
  grow(tree, await loadIslandTexts(pageLanguage()))
}

function grow(list: Element, t: IslandTranslate): void {
  for (const link of list.querySelectorAll<HTMLAnchorElement>(':scope > li > a[data-category]')) makeNode(link, t)
}

function makeNode(link: HTMLAnchorElement, t: IslandTranslate): void {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'node',
    textContent: link.textContent,
  })
  const list = Object.assign(document.createElement('ul'), {
    className: 'branch',
    hidden: true,
    id: `branch-${link.dataset['category']}`,
  })
  list.append(itemOf(link.href, t('menu.all_in', { name: link.textContent ?? '' })))
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-controls', list.id)
  button.addEventListener('click', () => {
    list.hidden = !list.hidden
    button.setAttribute('aria-expanded', String(!list.hidden))
    if (!list.hidden && list.childElementCount === 1) void fill(list, link.dataset['category'] ?? '', t)
  })
  const isFocused = document.activeElement === link
  link.replaceWith(button)
  button.after(list)
  if (isFocused) button.focus()
}

async function fill(list: HTMLUListElement, categoryId: string, t: IslandTranslate): Promise<void> {
  const waiting = document.createElement('li')
  const sayWaiting = () => {
    waiting.append(Object.assign(document.createElement('progress'), { ariaLabel: t('menu.waiting') }))
    list.append(waiting)
  }
  const children = await withLoadingDelay(childrenOf(categoryId), sayWaiting)
  waiting.remove()
  if (list.childElementCount > 1) return
  list.append(...children.map(categoryItem))
  grow(list, t)
}

function categoryItem({ id, name, path, has_children: hasChildren }: Category): HTMLLIElement {
  return itemOf(path, name, hasChildren ? id : undefined)
}

function itemOf(href: string, text: string, categoryId?: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href, textContent: text })
  if (categoryId !== undefined) link.dataset['category'] = categoryId
  item.append(link)
  return item
}
