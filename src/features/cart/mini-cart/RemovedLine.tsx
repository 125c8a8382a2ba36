import { useStore } from '@nanostores/react'
import type { IslandTranslate } from '../../../i18n/island-texts.ts'
import { $removed, undoRemoval } from '../store/cart-store.ts'
import styles from './MiniCart.module.css'

/** Says what was removed and takes it back. */
export function RemovedLine({ t }: { t: IslandTranslate }) {
  const removed = useStore($removed)
  return (
    <output>
      {removed && (
        <span className={styles.removed}>
          {t('cart.removed', { name: removed.line.name })}
          <button type="button" className="button quiet" onClick={undoRemoval}>
            {t('cart.undo')}
          </button>
        </span>
      )}
    </output>
  )
}
