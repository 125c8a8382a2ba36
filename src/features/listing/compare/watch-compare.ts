import { readStored } from '../../../browser/storage.ts'

const load = () => import('./compare-tray.ts')

/** Shows the tray when something is in it; nobody else loads its code. */
export function showTray(): void {
  if (readStored('compared')) void load().then(({ followTray }) => followTray())
}

/** Puts the part of a clicked link into the tray, or takes it out; on a page without a tray the link is followed. */
export function watchCompareLinks(): void {
  if (!document.querySelector('.compare-tray')) return
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-compare]') : null
    const sku = link?.dataset['compare']
    if (!link || sku === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void load()
      .then(({ toggleCompared }) => toggleCompared(sku))
      .catch(() => location.assign(link.href))
  })
}
