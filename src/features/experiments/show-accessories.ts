import { whenBelowView } from '../../browser/when-below-view.ts'
import { variantOf } from './experiment-store.ts'

/**
 * Where a page holds accessories and bundle, the attribute on `html` decides which of them CSS shows. The head's script
 * sets it when the variant is known; a variant is picked here, while what is shown without one, the original, is out of
 * sight.
 */
export function showAccessories(): void {
  const { dataset } = document.documentElement
  const original = document.querySelector('[data-accessories="original"]')
  if (!original || dataset['experimentAccessories']) return
  whenBelowView(
    () => original.getBoundingClientRect().top,
    () => {
      dataset['experimentAccessories'] = variantOf('accessories')
    },
  )
}
