import type { ReactNode, RefObject } from 'react'
import styles from './Dialog.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  [data: `data-${string}`]: string | boolean
}

/**
 * A dialog in the middle of the page, at its foot on a phone. The browser itself gives it Escape, closing by a click
 * beside it, the inert background and the focus back; its close button is a form, so that it closes before any script.
 */
export function Dialog({ ref, title, closeLabel, onClose, children, ...data }: Props) {
  return (
    <dialog ref={ref} className={styles.dialog} aria-label={title} onClose={onClose} closedby="any" {...data}>
      <form method="dialog" className={styles.head}>
        <h2>{title}</h2>
        <button className="plain" aria-label={closeLabel}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </form>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
