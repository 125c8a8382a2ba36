/** What comes again in another language, currency or country is not kept waiting for longer, in milliseconds. */
const timeoutMs = 3_000
const switches = 'select[data-region], a[data-language]'

/**
 * Sends the shop what was typed before a switch of language, currency or country makes the page come again: the answer
 * has it filled in.
 */
export function keepTyped(): void {
  const form = document.querySelector<HTMLFormElement>('.checkout form')
  const kept = new WeakSet<EventTarget>()
  const keep = (event: Event) => {
    const used = event.target instanceof Element ? event.target.closest(switches) : null
    if (!form || !used || kept.has(used) || isElsewhere(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.add(used)
    void send(form).finally(() => goOn(used))
  }
  addEventListener('change', keep, { capture: true })
  addEventListener('click', keep, { capture: true })
}

/** A link that is opened in another tab leaves this one as it is; a click on a select chooses nothing. */
function isElsewhere(event: Event): boolean {
  if (!(event instanceof MouseEvent)) return false
  const { target, ctrlKey, metaKey, shiftKey, button } = event
  return target instanceof HTMLSelectElement || ctrlKey || metaKey || shiftKey || button !== 0
}

async function send(form: HTMLFormElement): Promise<void> {
  const body = new FormData(form)
  for (const name of ['coupon', 'gift_card', 'terms']) body.delete(name)
  body.set('action', 'delivery')
  await fetch(location.pathname, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
}

function goOn(used: Element): void {
  if (used instanceof HTMLAnchorElement) used.click()
  else used.dispatchEvent(new Event('change', { bubbles: true }))
}
