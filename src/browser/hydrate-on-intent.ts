import type { ClientDirective } from 'astro'

const HINTS = ['pointerenter', 'focusin', 'touchstart'] as const
const IDLE_TIMEOUT_MS = 2000
const STATIC_IMPORT = /(?:from|import)\s*["'](\.[^"']+)["']/g
const fetched = new Set<string>()

/**
 * `client:intent`: the island stays HTML until somebody points at, touches or focuses it. A click that comes before the
 * component is alive is held back and given to it afterwards, so that the very first one counts. If its code cannot be
 * loaded, the click does what it does without script.
 */
const hydrateOnIntent: ClientDirective = (load, _options, island) => {
  const held: HTMLElement[] = []
  let isAwake = false

  async function wake(): Promise<void> {
    if (isAwake) return
    isAwake = true
    const hydrate = await load()
    await hydrate()
    await nextFrame()
    for (const hint of HINTS) island.removeEventListener(hint, wake, true)
    island.removeEventListener('click', hold, true)
    for (const target of held.splice(0)) {
      target.click()
      await nextFrame() // The component shows one click before it gets the next, as it would from a hand.
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

  for (const hint of HINTS) island.addEventListener(hint, wake, { capture: true, passive: true })
  island.addEventListener('click', hold, true)
  if (mayFetchAhead()) whenIdle(() => fetchAhead(island))
}

export default hydrateOnIntent

/** Fills the HTTP cache with the island's code and all it imports, without running any of it. */
function fetchAhead(island: HTMLElement): void {
  for (const name of ['component-url', 'renderer-url']) {
    const path = island.getAttribute(name)
    if (path !== null) void fetchModule(new URL(path, location.href).href)
  }
}

async function fetchModule(url: string): Promise<void> {
  if (fetched.has(url)) return
  fetched.add(url)
  const code = await fetch(url, { priority: 'low' }).then((response) => response.text(), () => '')
  for (const [, path = ''] of code.matchAll(STATIC_IMPORT)) void fetchModule(new URL(path, url).href)
}

/** Not on a connection that saves data or is as slow as 2g (spec section 9). */
function mayFetchAhead(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return true
  return Reflect.get(connection, 'saveData') !== true && !String(Reflect.get(connection, 'effectiveType')).includes('2g')
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(run, IDLE_TIMEOUT_MS)
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
