import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { clampQuantity } from '../domain/cart/cart-lines.ts'
import { useRepeat } from './use-repeat.ts'
import styles from './SpinButton.module.css'

type Props = {
  value: number
  onChange: (value: number) => void
  /** What is counted, for those who do not see where it stands. */
  label: string
  lessLabel: string
  moreLabel: string
  min?: number
  max?: number
  step?: number
  name?: string
  disabled?: boolean
}

/** A whole number with a button on either side; typing counts when the field is left or Enter is pressed. */
export function SpinButton({
  value,
  onChange,
  label,
  lessLabel,
  moreLabel,
  min = 1,
  max = 100,
  step = 1,
  name,
  disabled = false,
}: Props) {
  const { less, more, field, isStepped } = useSpin({ value, onChange, min, max, step })
  return (
    <div className={styles.spin}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${lessLabel}: ${label}`}
        disabled={disabled || value <= min}
        {...less}
      >
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        name={name}
        aria-label={label}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        {...field}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${moreLabel}: ${label}`}
        disabled={disabled || value >= max}
        {...more}
      >
        +
      </button>
      <output className="unseen">{isStepped && `${label}: ${value}`}</output>
    </div>
  )
}

type Spin = Required<Pick<Props, 'value' | 'onChange' | 'min' | 'max' | 'step'>>

/** The handlers of both buttons and of the field, which keeps what is typed until it counts. */
function useSpin({ value, onChange, min, max, step }: Spin) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isStepped, setStepped] = useState(false)

  /** A reader of the screen hears what a button did; the field itself says what is typed and what its keys do. */
  function set(next: unknown, isButton = false): void {
    setDraft(null)
    setStepped(isButton)
    const clamped = spinValue(next, min, max)
    if (clamped !== value) onChange(clamped)
  }

  const less = useRepeat(() => set(value - step, true))
  const more = useRepeat(() => set(value + step, true))
  const commit = () => draft !== null && set(draft)
  const steps: Record<string, () => void> = {
    ArrowUp: () => set(value + step),
    ArrowDown: () => set(value - step),
    Enter: commit,
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.startsWith('Arrow') && steps[event.key]) event.preventDefault()
    steps[event.key]?.()
  }

  const onInput = (event: ChangeEvent<HTMLInputElement>) => setDraft(event.target.value)
  return { less, more, isStepped, field: { value: draft ?? value, onChange: onInput, onBlur: commit, onKeyDown } }
}

/** A typed or stepped value as the control takes it: non-numbers become 0, and everything comes into range. */
export function spinValue(value: unknown, min: number, max: number): number {
  return clampQuantity(clampQuantity(value, min, max), min, max)
}
