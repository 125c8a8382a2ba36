/** How long a search waits for the next letter. */
const waitMs = 150

/** A hit that was chosen: what its button says in `data-`. */
export type Hit = Readonly<Record<string, string>>

/**
 * A dialog that searches while somebody types and lets them choose one of the hits, which the server sends as buttons.
 * `data-ask` has the address that answers. Closing it gives the focus back to what had it.
 */
export class HitDialog {
  readonly element: HTMLDialogElement
  readonly #search: HTMLInputElement
  readonly #hits: HTMLElement
  readonly #said: HTMLElement
  readonly #onHit: (hit: Hit) => void
  #onDone: (() => void) | undefined
  readonly #isReady: () => boolean
  #asking = new AbortController()
  #timer = 0

  /** `isReady` says, when somebody is done, whether what they chose can be inserted; else the dialog stays. */
  constructor(element: HTMLDialogElement, onHit: (hit: Hit) => void, isReady: () => boolean = () => true) {
    this.element = element
    this.#isReady = isReady
    this.#onHit = onHit
    this.#search = this.part('[type="search"]')
    this.#hits = this.part('[data-hits]')
    this.#said = this.part('[role="status"]')
    this.#search.addEventListener('input', () => this.#askIn(waitMs))
    this.#hits.addEventListener('click', (event) => this.#choose(event))
    element.addEventListener('close', () => this.#close())
    element.addEventListener('keydown', (event) => this.#onKey(event))
    for (const button of element.querySelectorAll<HTMLElement>('[data-cancel]'))
      button.addEventListener('click', () => element.close())
    this.part('[data-insert]').addEventListener('click', () => this.#finish())
  }

  part<Part extends HTMLElement>(selector: string): Part {
    const found = this.element.querySelector<Part>(selector)
    if (!found) throw new Error(`The dialog has no ${selector}.`)
    return found
  }

  /** Opens it for a language; `onDone` is called when somebody inserts what they chose. */
  open(language: string, onDone: () => void): void {
    this.#onDone = onDone
    this.element.dataset['language'] = language
    this.#search.value = ''
    this.#hits.replaceChildren()
    this.#said.textContent = ''
    this.element.showModal()
    this.#askIn(0)
  }

  #close(): void {
    this.#asking.abort()
    clearTimeout(this.#timer)
  }

  #finish(): void {
    if (!this.#isReady()) return
    this.element.close()
    this.#onDone?.()
  }

  /** Enter inserts, except where it presses a button; in the search it asks at once. Nothing reaches the form below. */
  #onKey(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.target === this.#search) this.#askIn(0)
    else this.#finish()
  }

  #choose({ target }: Event): void {
    const button = (target as Element).closest<HTMLElement>('button')
    if (!button) return
    for (const each of this.#hits.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === button))
    this.#onHit(Object.fromEntries(Object.entries(button.dataset).map(([name, value]) => [name, value ?? ''])))
  }

  #askIn(ms: number): void {
    this.#close()
    this.#timer = window.setTimeout(() => void this.#ask(), ms)
  }

  async #ask(): Promise<void> {
    const { signal } = (this.#asking = new AbortController())
    const query = new URLSearchParams({ q: this.#search.value, language: this.element.dataset['language'] ?? '' })
    const answer = await answerOf(`${this.element.dataset['ask']}?${query}`, signal)
    if (signal.aborted) return
    this.#hits.replaceChildren(...(answer ? [answer] : []))
    this.#said.textContent = answer?.getAttribute('data-said') ?? ''
  }
}

async function answerOf(address: string, signal: AbortSignal): Promise<Element | null> {
  try {
    const response = await fetch(address, { signal })
    if (!response.ok || response.redirected) return null
    return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-said]')
  } catch {
    return null
  }
}
