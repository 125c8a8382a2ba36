import type { ClientDirective } from 'astro'
import { nextFrame, nextPaint } from './next-paint.ts'

const intentEvents = ['pointerenter', 'focusin', 'touchstart'] as const

/**
 * `client:intent`: hydrates an island when the shopper points at, touches or focuses it. Clicks before hydration are
 * held back and replayed afterwards. If the code cannot be loaded, the click does what it does without scripts.
 * fetch-islands.ts prefetches the code of `client:intent="ahead"`.
 */
const hydrateOnIntent: ClientDirective = (load, _options, island) => {
  const held: HTMLElement[] = []
  let isAwake = false

  async function wake(): Promise<void> {
    if (isAwake) return
    isAwake = true
    try {
      await nextPaint()
      const hydrate = await load()
      await hydrate()
      await nextFrame()
    } finally {
      for (const hint of intentEvents) island.removeEventListener(hint, wake, true)
      island.removeEventListener('click', hold, true)
      await replay()
    }
  }

  async function replay(): Promise<void> {
    for (const target of held.splice(0)) {
      target.click()
      await nextFrame() // Lets the component render between two replayed clicks.
    }
  }

  function hold(event: MouseEvent): void {
    if (!(event.target instanceof Element) || opensElsewhere(event)) return
    const target = event.target.closest<HTMLElement>('button, a, input, label, summary') ?? event.target
    if (!(target instanceof HTMLElement)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(target)
    void wake()
  }

  for (const hint of intentEvents) island.addEventListener(hint, wake, { capture: true, passive: true })
  island.addEventListener('click', hold, true)
}

export default hydrateOnIntent

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
