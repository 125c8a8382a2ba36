import { PreviewFrame } from '../preview-frame.ts'

/** How long the preview waits for the next letter. */
const showAfterMs = 250

/**
 * Shows in the frame beside a form the mail with what is typed. The frame keeps its own page, whose policy allows a
 * mail's styles; only what it shows is replaced, so that the way back in the browser is not filled with previews.
 */
class MailPreview {
  readonly #form: HTMLFormElement
  readonly #preview: PreviewFrame
  #timer = 0
  #request = new AbortController()

  constructor(form: HTMLFormElement, preview: PreviewFrame) {
    this.#form = form
    this.#preview = preview
  }

  start(): void {
    this.#form.addEventListener('input', () => this.#showSoon())
    this.#form.addEventListener('focusin', (event) => this.#follow(event))
    this.#preview.section
      .querySelector('[data-mail-test]')
      ?.addEventListener('click', (event) => void this.#test(event))
    // What was typed in a form that was refused is not in the address of the frame.
    if (this.#form.dataset['refused']) this.#showSoon()
  }

  #showSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.#show(), showAfterMs)
  }

  async #show(): Promise<void> {
    this.#request.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    const page = await this.#ask('show', signal).catch(() => undefined)
    const shown = this.#preview.frame.contentDocument
    if (!page || !shown || signal.aborted) return
    this.#preview.fit()
    // Parsed by the page in the frame: one parsed here would have the console's policy, which takes away its styles.
    shown.documentElement.innerHTML = page
  }

  /** Shows the language that somebody begins to write in. */
  #follow(event: FocusEvent): void {
    if (this.#preview.follow(event)) this.#showSoon()
  }

  /** Sends a sample of what is typed, and says so beside the button. */
  async #test(event: Event): Promise<void> {
    event.preventDefault()
    const place = this.#preview.section.querySelector<HTMLElement>('[data-mail-said]')
    const page = await this.#ask('test').catch(() => undefined)
    if (place) place.textContent = (page === undefined ? undefined : place.dataset['mailSaid']) ?? '–'
  }

  async #ask(action: 'show' | 'test', signal?: AbortSignal): Promise<string | undefined> {
    const body = new FormData(this.#form)
    body.set('action', action)
    const address = this.#preview.section.dataset['mailPreview'] ?? ''
    const answer = await fetch(address, { method: 'POST', body, ...(signal ? { signal } : {}) })
    return answer.ok ? answer.text() : undefined
  }
}

/** Starts the preview of a page that has one. */
export function startMailPreview(): void {
  const form = document.querySelector<HTMLFormElement>('[data-mail-form]')
  const preview = form ? PreviewFrame.of(form, '[data-mail-preview]') : undefined
  if (form && preview) new MailPreview(form, preview).start()
}
