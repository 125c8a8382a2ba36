import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './Field.module.css'

type Props = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** A button at the control's end. */
  beside?: ReactNode
  /** True where the error is to be said at once. */
  isAlert?: boolean
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'required' | 'maxLength'
>

/** One written field of an island's form, as Field.astro draws it. */
export function Field({ id, label, hint, error, beside, isAlert = false, ...rest }: Props) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <span className={styles.control}>
        <input
          className="field"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          {...rest}
        />
        {beside}
      </span>
      {error && (
        <strong className={styles.error} id={`${id}-error`} role={isAlert ? 'alert' : undefined}>
          {error}
        </strong>
      )}
    </div>
  )
}
