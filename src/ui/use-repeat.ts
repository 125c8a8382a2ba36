import { useEffect, useRef } from 'react'

const delayMs = 500
const intervalMs = 100

/** Props that make a button act once when pressed and again and again while it is held (spec section 9). */
export function useRepeat(act: () => void) {
  const newest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasPressed = useRef(false)

  useEffect(() => {
    newest.current = act
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function stop(): void {
    clearTimeout(timer.current)
  }

  function repeat(): void {
    newest.current()
    timer.current = setTimeout(repeat, intervalMs)
  }

  return {
    onPointerDown: (event: { button: number }) => {
      if (event.button !== 0) return
      hasPressed.current = true
      newest.current()
      timer.current = setTimeout(repeat, delayMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    // A click of the keyboard or of a replay has no detail; one that was pressed before hydration has no press here.
    onClick: (event: { detail: number }) => {
      if (event.detail === 0 || !hasPressed.current) newest.current()
      hasPressed.current = false
    },
  }
}
