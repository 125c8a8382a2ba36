import { PreviewFrame } from './preview-frame.ts'

/** How long the preview waits for the next letter: each text is cleaned by the server. */
const sendAfterMs = 250

/** At a screen as narrow as this, the preview begins with that of a phone. */
const narrow = '(width < 700px)'

/**
 * Shows in the frame beside the form what is typed in it, in the language, with the prices and at the width that
 * somebody chooses. The frame is a page of the shop, which takes texts from the console's origin; nothing is saved.
 */
class LivePreview {
  readonly #form: HTMLFormElement
  readonly #preview: PreviewFrame
  #timer = 0

  constructor(form: HTMLFormElement, preview: PreviewFrame) {
    this.#form = form
    this.#preview = preview
  }

  start(): void {
    const [form, { frame, view }] = [this.#form, this.#preview]
    form.querySelector('[data-preview-button]')?.addEventListener('click', (event) => this.#toggle(event))
    form.addEventListener('input', ({ target }) => (target === view ? this.#show() : this.#sendSoon()))
    frame.addEventListener('load', () => this.#send())
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && (data as { type?: unknown } | null)?.type === 'preview-ready') this.#send()
    })
    form.addEventListener('focusin', (event) => this.#follow(event))
    this.#markButton()
    // A frame that was open already may have said that it is ready before anybody listened.
    this.#send()
  }

  /** Opens or closes the preview without sending the form. */
  #toggle(event: Event): void {
    event.preventDefault()
    this.#preview.section.hidden = !this.#preview.section.hidden
    this.#markButton()
    this.#rememberView()
    if (this.#preview.section.hidden) return
    const [language = '', vat = ''] = this.#preview.view.value.split('.')
    if (matchMedia(narrow).matches) this.#preview.choose(`${language}.${vat}.phone`)
    this.#show()
    this.#preview.section.scrollIntoView({ block: 'nearest' })
  }

  #markButton(): void {
    const isOpen = String(!this.#preview.section.hidden)
    this.#form.querySelector('[data-preview-button]')?.setAttribute('aria-expanded', isOpen)
  }

  #show(): void {
    const { frame, view } = this.#preview
    const address = view.selectedOptions[0]?.dataset['address']
    this.#preview.fit()
    this.#rememberView()
    if (address !== undefined && frame.src !== address) frame.src = address
    else this.#send()
  }

  /** Shows the language that somebody begins to write in. */
  #follow(event: FocusEvent): void {
    if (!this.#preview.section.hidden && this.#preview.follow(event)) this.#show()
  }

  /** The address says whether the preview is open, and of what, so that a save leads back to it. */
  #rememberView(): void {
    const url = new URL(location.href)
    url.searchParams.delete('done')
    if (this.#preview.section.hidden) url.searchParams.delete('view')
    else url.searchParams.set('view', this.#preview.view.value)
    history.replaceState(history.state, '', url)
  }

  #sendSoon(): void {
    clearTimeout(this.#timer)
    if (!this.#preview.section.hidden) this.#timer = window.setTimeout(() => this.#send(), sendAfterMs)
  }

  #send(): void {
    const address = this.#preview.frame.src
    if (this.#preview.section.hidden || address === '') return
    const text = { type: 'preview-text', ...this.#text(this.#preview.language) }
    this.#preview.frame.contentWindow?.postMessage(text, new URL(address).origin)
  }

  /** What is typed in a language: of a guide all fields, else the text and the title. */
  #text(language: string): Record<string, unknown> {
    const beginning = `set:${language}.`
    if (this.#preview.section.dataset['preview'] === 'guide') {
      const own = [...new FormData(this.#form)].filter(([name]) => name.startsWith(beginning))
      return { fields: Object.fromEntries(own.map(([name, value]) => [name.slice(beginning.length), value])) }
    }
    const [html, title] = [this.#typed(`${beginning}html`), this.#typed(`${beginning}title`)]
    return { ...(html === undefined ? {} : { html }), ...(title === undefined ? {} : { title }) }
  }

  #typed(name: string): string | undefined {
    const field = this.#form.elements.namedItem(name)
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : undefined
  }
}

/** Starts the preview of a page that has one. */
export function startLivePreview(): void {
  const form = document.querySelector<HTMLFormElement>('[data-content-form]')
  const preview = form ? PreviewFrame.of(form, '[data-preview]') : undefined
  if (form && preview) new LivePreview(form, preview).start()
}
