/**
 * The tree in the side navigation opens in place; its code comes when the navigation is first opened, and until then
 * its links lead on.
 */
export function watchCategoryTree(): void {
  const tree = document.querySelector('.category-tree')
  const navigation = tree?.closest('[popover]')
  if (!tree || !navigation) return
  const grow = () => void import('./grow-tree.ts').then(({ growTree }) => growTree(tree))
  if (navigation.matches(':popover-open')) grow()
  else navigation.addEventListener('beforetoggle', grow, { once: true })
}
