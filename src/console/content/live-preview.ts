/** How long the preview waits for the next letter: each text is cleaned by the server. */
const sendAfterMs = 250

/** The widths of a desk and a phone in CSS pixels; in a narrower place they are shown smaller. */
const widths = { desk: 1200, phone: 390 }
/** At a screen as narrow as this, the preview begins with that of a phone. */
const narrow = '(width < 700px)'

/**
 * Shows in the frame beside the form what is typed in it, in the language, with the prices and at the width that
 * somebody chooses. The frame is a page of the shop, which takes texts from the console's origin; nothing is saved.
 */
class LivePreview {
  readonly #form: HTMLFormElement
  readonly #section: HTMLElement
  readonly #frame: HTMLIFrameElement
  readonly #view: HTMLSelectElement
  readonly #place: HTMLElement
  #timer = 0

  constructor(form: HTMLFormElement, section: HTMLElement, frame: HTMLIFrameElement, view: HTMLSelectElement) {
    this.#form = form
    this.#section = section
    this.#frame = frame
    this.#view = view
    this.#place = frame.parentElement as HTMLElement
  }

  start(): void {
    const [form, frame] = [this.#form, this.#frame]
    form.querySelector('[data-preview-button]')?.addEventListener('click', (event) => this.#toggle(event))
    form.addEventListener('input', ({ target }) => (target === this.#view ? this.#show() : this.#sendSoon()))
    frame.addEventListener('load', () => this.#send())
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && (data as { type?: unknown } | null)?.type === 'preview-ready') this.#send()
    })
    new ResizeObserver(() => this.#fit()).observe(this.#place)
    form.addEventListener('focusin', (event) => this.#follow(event))
    this.#markButton()
    // A frame that was open already may have said that it is ready before anybody listened.
    this.#send()
  }

  /** Opens or closes the preview without sending the form. */
  #toggle(event: Event): void {
    event.preventDefault()
    this.#section.hidden = !this.#section.hidden
    this.#markButton()
    this.#rememberView()
    if (this.#section.hidden) return
    const [language = '', vat = ''] = this.#view.value.split('.')
    if (matchMedia(narrow).matches) this.#choose(`${language}.${vat}.phone`)
    this.#show()
    this.#section.scrollIntoView({ block: 'nearest' })
  }

  #markButton(): void {
    const isOpen = String(!this.#section.hidden)
    this.#form.querySelector('[data-preview-button]')?.setAttribute('aria-expanded', isOpen)
  }

  #show(): void {
    const [, , width = 'desk'] = this.#view.value.split('.')
    const address = this.#view.selectedOptions[0]?.dataset['address']
    this.#place.classList.toggle('phone', width === 'phone')
    this.#place.classList.toggle('desk', width !== 'phone')
    this.#fit()
    this.#rememberView()
    if (address !== undefined && this.#frame.src !== address) this.#frame.src = address
    else this.#send()
  }

  /** Shows the page at its whole width, smaller where there is less place. */
  #fit(): void {
    const isDesk = this.#place.classList.contains('desk')
    const place = this.#place.clientWidth
    const scale = Math.min(1, place / (isDesk ? widths.desk : widths.phone))
    this.#frame.style.setProperty('--width', `${isDesk ? place / scale : widths.phone}px`)
    this.#frame.style.setProperty('--scale', String(scale))
  }

  /** Shows the language that somebody begins to write in. */
  #follow({ target }: FocusEvent): void {
    const side = (target as Element).closest<HTMLElement>('[data-side]')?.dataset['side']
    const [language, vat = '', width = ''] = this.#view.value.split('.')
    if (this.#section.hidden || side === undefined || side === language) return
    if (this.#choose(`${side}.${vat}.${width}`)) this.#show()
  }

  /** Chooses a view; false where the item has none, as in a language that it does not have. */
  #choose(view: string): boolean {
    const known = [...this.#view.options].some(({ value }) => value === view)
    if (known) this.#view.value = view
    return known
  }

  /** The address says whether the preview is open, and of what, so that a save leads back to it. */
  #rememberView(): void {
    const url = new URL(location.href)
    url.searchParams.delete('done')
    if (this.#section.hidden) url.searchParams.delete('view')
    else url.searchParams.set('view', this.#view.value)
    history.replaceState(history.state, '', url)
  }

  #sendSoon(): void {
    clearTimeout(this.#timer)
    if (!this.#section.hidden) this.#timer = window.setTimeout(() => this.#send(), sendAfterMs)
  }

  #send(): void {
    const address = this.#frame.src
    if (this.#section.hidden || address === '') return
    const [language = ''] = this.#view.value.split('.')
    const [html, title] = [this.#typed(`set:${language}.html`), this.#typed(`set:${language}.title`)]
    const text = {
      type: 'preview-text',
      ...(html === undefined ? {} : { html }),
      ...(title === undefined ? {} : { title }),
    }
    this.#frame.contentWindow?.postMessage(text, new URL(address).origin)
  }

  #typed(name: string): string | undefined {
    const field = this.#form.elements.namedItem(name)
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : undefined
  }
}

/** Starts the preview of a page that has one. */
export function startLivePreview(): void {
  const form = document.querySelector<HTMLFormElement>('[data-content-form]')
  const section = form?.querySelector<HTMLElement>('[data-preview]')
  const frame = section?.querySelector('iframe')
  const view = section?.querySelector<HTMLSelectElement>('select[name="view"]')
  if (form && section && frame && view) new LivePreview(form, section, frame, view).start()
}
