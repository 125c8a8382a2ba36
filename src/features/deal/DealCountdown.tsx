import { useEffect, useState } from 'react'

type Props = {
  /** UTC ISO text. */
  expiresAt: string
  /** What the time is left for, in words. */
  label: string
}

const TICK_MS = 1_000

/** Hours, minutes and seconds until a deal ends; still while the tab is hidden, and it stops at zero (spec section 4). */
export function DealCountdown({ expiresAt, label }: Props) {
  const [left, setLeft] = useState<number | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    function tick(): void {
      clearTimeout(timer)
      const milliseconds = Math.max(0, Date.parse(expiresAt) - Date.now())
      setLeft(milliseconds)
      if (milliseconds > 0 && !document.hidden) timer = setTimeout(tick, milliseconds % TICK_MS || TICK_MS)
    }

    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [expiresAt])

  return <time role="timer" aria-label={label} dateTime={expiresAt}>{left === null ? '--:--:--' : clockText(left)}</time>
}

/** `26:03:09`; hours may pass 24. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
