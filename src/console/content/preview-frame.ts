/** The width of a phone in CSS pixels; in a narrower place it is shown smaller. */
const phoneWidth = 390

/**
 * The frame of a preview and the field that chooses its view, such as `sv.inc.phone`: the language first, the width
 * last (PreviewPanel.astro).
 */
export class PreviewFrame {
  readonly section: HTMLElement
  readonly frame: HTMLIFrameElement
  readonly view: HTMLSelectElement
  readonly #place: HTMLElement

  private constructor(section: HTMLElement, frame: HTMLIFrameElement, view: HTMLSelectElement) {
    this.section = section
    this.frame = frame
    this.view = view
    this.#place = frame.parentElement as HTMLElement
    new ResizeObserver(() => this.fit()).observe(this.#place)
  }

  /** The preview of a form, by the selector of its section; undefined for a form that has none. */
  static of(form: Element, selector: string): PreviewFrame | undefined {
    const section = form.querySelector<HTMLElement>(selector)
    const frame = section?.querySelector('iframe')
    const view = section?.querySelector<HTMLSelectElement>('select[name="view"]')
    return section && frame && view ? new PreviewFrame(section, frame, view) : undefined
  }

  get language(): string {
    return this.view.value.split('.')[0] ?? ''
  }

  /** Shows what is in the frame at the chosen width, smaller where there is less place. */
  fit(): void {
    const isPhone = this.view.value.endsWith('.phone')
    this.#place.classList.toggle('phone', isPhone)
    this.#place.classList.toggle('desk', !isPhone)
    const wanted = isPhone ? phoneWidth : Number(this.#place.dataset['desk'] ?? 0)
    const place = this.#place.clientWidth
    const scale = wanted === 0 ? 1 : Math.min(1, place / wanted)
    this.frame.style.setProperty('--width', `${isPhone ? phoneWidth : place / scale}px`)
    this.frame.style.setProperty('--scale', String(scale))
  }

  /** Chooses a view; false where there is no such view, as in a language that the item does not have. */
  choose(view: string): boolean {
    const isKnown = [...this.view.options].some(({ value }) => value === view)
    if (isKnown) this.view.value = view
    return isKnown
  }

  /** Chooses the language that somebody begins to write in; false where it is chosen already. */
  follow({ target }: FocusEvent): boolean {
    const side = (target as Element).closest<HTMLElement>('[data-side]')?.dataset['side']
    if (side === undefined || side === this.language) return false
    return this.choose([side, ...this.view.value.split('.').slice(1)].join('.'))
  }
}
