const started = new WeakSet<Element>()

/** Opens the gallery's dialog with one of its pictures (spec section 2, "Overlays"). */
export function zoomPicture(gallery: Element, first: number): void {
  const dialog = gallery.querySelector('dialog')
  if (!dialog) return
  if (!started.has(dialog)) start(gallery, dialog)
  dialog.showModal()
  dialog.dispatchEvent(new CustomEvent<number>('show-picture', { detail: first }))
}

function start(gallery: Element, dialog: HTMLDialogElement): void {
  started.add(dialog)
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>('a[data-picture]')]
  const stage = dialog.querySelector<HTMLElement>('.stage')
  const count = dialog.querySelector('output')
  let at = 0

  function show(next: number): void {
    at = (next + links.length) % links.length
    const picture = document.createElement('img')
    Object.assign(picture, { src: links[at]?.href ?? '', alt: dialog?.getAttribute('aria-label') ?? '' })
    stage?.replaceChildren(picture)
    dialog?.removeAttribute('data-large')
    if (count) count.textContent = `${at + 1} / ${links.length}`
  }

  /**
   * Twice as large, with the point that was clicked in the middle; the stage is then scrolled with finger, wheel or
   * keys.
   */
  function enlarge({ offsetX, offsetY, currentTarget }: MouseEvent): void {
    const isLarge = dialog?.toggleAttribute('data-large') ?? false
    if (!isLarge || !(currentTarget instanceof HTMLElement)) return
    currentTarget.scrollTo(2 * offsetX - currentTarget.clientWidth / 2, 2 * offsetY - currentTarget.clientHeight / 2)
  }

  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
  dialog.addEventListener('show-picture', (event) => event instanceof CustomEvent && show(Number(event.detail)))
  dialog.addEventListener('keydown', ({ key }) => {
    const step = steps[key]
    if (step !== undefined && !dialog.hasAttribute('data-large')) show(at + step)
  })
  for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    button.addEventListener('click', () => show(at + Number(button.dataset['step'])))
  }
  stage?.addEventListener('click', enlarge)
}
