import type { ReactNode, RefObject } from 'react'
import styles from './Drawer.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  [data: `data-${string}`]: string | boolean
}

/**
 * A dialog at the page's right edge. The browser itself gives it Escape, closing by a click beside it, the inert
 * background and the focus back; its close button is a form, so that it closes before any script has come.
 */
export function Drawer({ ref, title, closeLabel, onClose, children, footer, ...data }: Props) {
  return (
    <dialog ref={ref} className={styles.drawer} aria-label={title} onClose={onClose} closedby="any" {...data}>
      <div className={styles.sheet}>
        <form method="dialog" className={styles.head}>
          <h2>{title}</h2>
          <button className="plain" aria-label={closeLabel}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6 6 18" />
            </svg>
          </button>
        </form>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </dialog>
  )
}
