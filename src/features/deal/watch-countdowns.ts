const TICK_MS = 1_000

/** Lets every countdown of the page tick each second while the tab is seen, until zero (spec section 4, "Deal banner"). */
export function watchCountdowns(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time.deal-countdown')) {
    startCountdown(Date.parse(element.dateTime), (text) => {
      element.textContent = text
    })
  }
}

/** Shows the time left now and at each whole second; a tab that comes back is right at once. */
export function startCountdown(expiresAt: number, show: (text: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function tick(): void {
    clearTimeout(timer)
    const left = Math.max(0, expiresAt - Date.now())
    show(clockText(left))
    if (left > 0 && !document.hidden) timer = setTimeout(tick, left % TICK_MS || TICK_MS)
  }

  document.addEventListener('visibilitychange', tick)
  tick()
}

/** `26:03:09`; hours may pass 24. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
