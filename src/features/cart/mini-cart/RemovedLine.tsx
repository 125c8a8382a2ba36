import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { IslandTranslate } from '../../../i18n/island-texts.ts'
import { $removed, undoRemoval } from '../store/cart-store.ts'
import styles from './MiniCart.module.css'

/** Says what was removed and takes it back. The focus goes along: its button has gone with the line. */
export function RemovedLine({ t }: { t: IslandTranslate }) {
  const removed = useStore($removed)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (removed && document.activeElement === document.body) undo.current?.focus()
  }, [removed])

  function takeBack(): void {
    const drawer = undo.current?.closest('dialog')
    undoRemoval()
    requestAnimationFrame(() =>
      drawer?.querySelector<HTMLElement>(`[data-line="${removed?.line.uuid}"] input`)?.focus({ preventScroll: true }),
    )
  }

  return (
    <output>
      {removed && (
        <span className={styles.removed}>
          {t('cart.removed', { name: removed.line.name })}{' '}
          <button ref={undo} type="button" className="button quiet" onClick={takeBack}>
            {t('cart.undo')}
          </button>
        </span>
      )}
    </output>
  )
}
