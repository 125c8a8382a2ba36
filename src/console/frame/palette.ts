/**
 * The palette over every screen: `Ctrl K` opens it, answers come while somebody types, the arrows choose, `Enter` opens
 * and `Escape` closes. Enter before an answer has come sends the form, as without script. `?` opens the sheet of keys.
 */
const waitMs = 120

class Palette {
  readonly #dialog: HTMLDialogElement
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  readonly #said: HTMLElement
  #asking = new AbortController()
  #timer = 0

  constructor(dialog: HTMLDialogElement) {
    const part = <Part extends HTMLElement>(selector: string) => dialog.querySelector<Part>(selector) as Part
    this.#dialog = dialog
    this.#input = part('input')
    this.#list = part('[role="listbox"]')
    this.#said = part('[role="status"]')
    this.#input.addEventListener('input', () => this.#askIn(waitMs))
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    dialog.addEventListener('close', () => this.#callOff())
  }

  open(): void {
    this.#input.select()
    if (this.#dialog.open) return
    this.#show(null)
    this.#dialog.showModal()
    this.#input.select()
    this.#askIn(0)
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    const option = this.#chosen()
    if (event.key === 'Enter' && option) option.click()
    else if (event.key === 'ArrowDown') this.#move(1)
    else if (event.key === 'ArrowUp') this.#move(-1)
    else return
    event.preventDefault()
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role="option"]')]
  }

  #chosen(): HTMLElement | undefined {
    return this.#options().find((option) => option.getAttribute('aria-selected') === 'true')
  }

  #choose(option: HTMLElement | undefined): void {
    this.#chosen()?.setAttribute('aria-selected', 'false')
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', option?.id ?? '')
  }

  #move(step: number): void {
    const all = this.#options()
    const at = all.findIndex((option) => option === this.#chosen())
    this.#choose(all.at(at < 0 && step < 0 ? -1 : (at + step) % all.length))
  }

  #callOff(): void {
    this.#asking.abort()
    clearTimeout(this.#timer)
  }

  /** The answer to an earlier text is called off, and none of its hits is chosen any more. */
  #askIn(ms: number): void {
    this.#callOff()
    this.#choose(undefined)
    this.#timer = window.setTimeout(() => void this.#ask(), ms)
  }

  async #ask(): Promise<void> {
    const { signal } = (this.#asking = new AbortController())
    const query = new URLSearchParams({ q: this.#input.value })
    const answer = await answerOf(`${this.#dialog.dataset['palette']}?${query}`, signal)
    if (!signal.aborted) this.#show(answer)
  }

  #show(answer: Element | null): void {
    this.#list.replaceChildren(...(answer ? [answer] : []))
    this.#said.textContent = answer?.getAttribute('data-said') ?? ''
    const options = this.#options()
    this.#input.setAttribute('aria-expanded', String(options.length > 0))
    this.#choose(options[0])
  }
}

/** The piece of page that answers; null when there is none, as after the session's end. */
async function answerOf(address: string, signal: AbortSignal): Promise<Element | null> {
  try {
    const response = await fetch(address, { signal })
    if (!response.ok || response.redirected) return null
    return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-said]')
  } catch {
    return null
  }
}

const dialog = document.querySelector<HTMLDialogElement>('dialog[data-palette]')
const sheet = document.querySelector<HTMLDialogElement>('dialog[data-keys]')
const palette = dialog && new Palette(dialog)

document.addEventListener('keydown', (event) => {
  const hasModifier = event.ctrlKey || event.metaKey
  if (palette && hasModifier && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    sheet?.close()
    palette.open()
  }
  if (event.key === '?' && !hasModifier && mayOpenSheet(event.target)) sheet?.showModal()
})

function mayOpenSheet(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
  return !isTyping && !document.querySelector('dialog[open]')
}
