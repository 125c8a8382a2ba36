import { createCameraMemory } from './camera-memory.ts'

/**
 * A scanner does not wait for the answer to its last scan. Scans of an order are sent one after another, and each
 * answer takes the place of the page, so that no letter of the next scan is lost on the way from page to page. Without
 * script, and with the camera, each scan opens a page.
 */
const [retryMs, wonderMs, answerMs] = [1_000, 200, 15_000]
const waiting: string[] = []
/** Refusals of this burst of scans: each stays until the next burst, because the answer after it would hide it. */
let refusals: HTMLElement[] = []
let isSending = false
let isNative = false

document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || isNative) return
    const field = submitter?.hasAttribute('data-scan') ? scanField() : null
    if (field?.form !== form) return isSending ? stop(event) : undefined
    if (!isSending && createCameraMemory(sessionStorage).isOn) return
    stop(event)
    waiting.push(field.value)
    field.value = ''
    if (!isSending) void sendAll()
  },
  // Before what keeps a form from being sent twice.
  { capture: true },
)

addEventListener('beforeunload', (event) => {
  if (isSending && !isNative) event.preventDefault()
})
addEventListener('popstate', () => location.reload())

const scanField = () => document.querySelector<HTMLInputElement>('main form #scan')

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

async function sendAll(): Promise<void> {
  isSending = true
  refusals = []
  for (let code = waiting[0]; code !== undefined; code = waiting[0]) {
    if (!(await sendOne(code))) return sendNatively(code)
    waiting.shift()
  }
  isSending = false
}

/** Sends one scan and shows its answer; false where that is another screen, or does not come. */
async function sendOne(code: string): Promise<boolean> {
  const form = scanField()?.form
  const button = form?.querySelector<HTMLButtonElement>('[data-scan]')
  if (!form || !button) return false
  const busy = setTimeout(() => button.setAttribute('aria-busy', 'true'), wonderMs)
  const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]))
  body.set('code', code)
  // Its key makes a scan that is sent again count once. A network that is lost says nothing by itself.
  const send = () => fetch(location.href, { method: 'post', body, signal: AbortSignal.timeout(answerMs) })
  try {
    const answer = await send().catch(() => new Promise((resolve) => setTimeout(resolve, retryMs)).then(send))
    return show(new DOMParser().parseFromString(await answer.text(), 'text/html'), answer.url, code)
  } catch {
    return false
  } finally {
    clearTimeout(busy)
    button.removeAttribute('aria-busy')
  }
}

/** The browser opens the answer itself: the page for somebody who is signed out, or that the shop is not reached. */
function sendNatively(code: string): void {
  const field = scanField()
  if (!field?.form) return location.reload()
  isNative = true
  field.value = code
  field.form.requestSubmit(field.form.querySelector<HTMLButtonElement>('[data-scan]'))
}

function show(answer: Document, address: string, code: string): boolean {
  const [main, next] = [document.querySelector('main'), answer.querySelector('main')]
  if (!main || !next?.querySelector('form #scan')) return false
  const focused = document.activeElement?.id ?? ''
  const typed = [...main.querySelectorAll<HTMLInputElement>('input[id]')].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  )
  main.replaceChildren(...next.childNodes)
  document.title = answer.title
  const isOther = new URL(address).pathname !== location.pathname
  if (isOther) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  // What was typed for one order is not for another, such as the tracking number of its parcel.
  if (!isOther) for (const { id, value } of typed) write(fieldOf(main, id), value)
  const field = fieldOf(main, focused) ?? scanField()
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
  keepRefusals(main, code)
  return true
}

const fieldOf = (main: Element, id: string) =>
  id === '' ? null : main.querySelector<HTMLInputElement>(`input#${CSS.escape(id)}`)

function write(field: HTMLInputElement | null, value: string): void {
  if (field) field.value = value
}

/** Shows what was refused before in this burst above the newest answer, each with its scan. */
function keepRefusals(main: Element, code: string): void {
  main.prepend(...refusals)
  const refused = main.querySelector<HTMLElement>('[data-said][role="alert"]')
  if (!refused) return
  const copy = refused.cloneNode(true) as HTMLElement
  delete copy.dataset['said']
  copy.append(` ${code}`)
  refusals.push(copy)
}
