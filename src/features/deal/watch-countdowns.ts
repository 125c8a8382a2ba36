const tickMs = 1_000

/**
 * Lets every countdown of the page tick each second while the tab is seen, until zero, and hides the deal around it
 * outside its time (spec section 4, "Deal banner"): a page may be older than the deal that it shows.
 */
export function watchCountdowns(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time.deal-countdown')) {
    const deal = element.closest<HTMLElement>('[data-starts]')
    startCountdown(
      { startsAt: Date.parse(deal?.dataset['starts'] ?? ''), expiresAt: Date.parse(element.dateTime) },
      (text) => {
        if (deal) deal.hidden = text === null
        element.textContent = text
      },
    )
  }
}

type Period = { startsAt: number; expiresAt: number }

/**
 * Shows the time left now and at each whole second, and null outside the period; a tab that comes back is right at
 * once.
 */
export function startCountdown({ startsAt, expiresAt }: Period, show: (text: string | null) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function tick(): void {
    clearTimeout(timer)
    const now = Date.now()
    const left = Math.max(0, expiresAt - now)
    show(left === 0 || now < startsAt ? null : clockText(left, document.documentElement.lang))
    if (left > 0 && !document.hidden) timer = setTimeout(tick, left % tickMs || tickMs)
  }

  document.addEventListener('visibilitychange', tick)
  tick()
}

/** `02:03:09`, and from a day on `1 day 02:03:09` in the page's language. */
export function clockText(milliseconds: number, language = 'en'): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  const days = Math.floor(seconds / 86_400)
  const parts = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return days === 0 ? clock : `${new Intl.NumberFormat(language, { style: 'unit', unit: 'day' }).format(days)} ${clock}`
}
