import { neighboursOf, othersOf, placeOf, possiblePlace, sizeOf, type TreeLine, type TreePlace } from './tree-places.ts'

/** So many CSS pixels to the side are one level. */
const levelWidth = 24

type Row = HTMLTableRowElement

/**
 * Lets the categories of a tree be dragged by a handle, or moved by the keys: Enter takes one, the arrows choose its
 * place and level, Enter drops it, Escape leaves it where it was. Dropping sends the form.
 */
class DraggableTree {
  readonly #body: HTMLTableSectionElement
  readonly #form: HTMLFormElement
  readonly #rows: readonly Row[]
  readonly #lines: readonly TreeLine[]
  readonly #line = document.createElement('div')
  #held: string | undefined
  #place: TreePlace = { at: 0, depth: 0 }
  #from = 0

  constructor(body: HTMLTableSectionElement, form: HTMLFormElement) {
    this.#body = body
    this.#form = form
    this.#rows = [...body.rows]
    this.#lines = this.#rows.map(({ dataset }) => ({ id: dataset['id'] ?? '', depth: Number(dataset['depth']) }))
    this.#line.className = 'drop-line'
    this.#line.hidden = true
  }

  start(): void {
    const place = this.#body.closest<HTMLElement>('.scroll')
    if (!place) return
    place.style.position = 'relative'
    place.append(this.#line)
    for (const handle of this.#body.querySelectorAll<HTMLButtonElement>('[data-handle]')) {
      const id = handle.closest<Row>('tr')?.dataset['id'] ?? ''
      handle.hidden = false
      handle.addEventListener('keydown', (event) => this.#press(event, id))
      handle.addEventListener('blur', () => this.#cancel())
      handle.addEventListener('pointerdown', (event) => this.#begin(event, handle, id))
      handle.addEventListener('pointermove', (event) => this.#follow(event))
      handle.addEventListener('pointerup', () => this.#drop())
      handle.addEventListener('pointercancel', () => this.#cancel())
    }
  }

  #begin(event: PointerEvent, handle: HTMLElement, id: string): void {
    if (event.button !== 0) return
    event.preventDefault()
    handle.focus()
    handle.setPointerCapture(event.pointerId)
    this.#from = event.clientX
    this.#take(id)
  }

  #take(id: string): void {
    this.#held = id
    this.#place = placeOf(this.#lines, id)
    const at = this.#lines.findIndex((line) => line.id === id)
    for (const row of this.#rows.slice(at, at + sizeOf(this.#lines, id))) row.dataset['dragged'] = ''
    this.#mark()
  }

  #press(event: KeyboardEvent, id: string): void {
    const steps: Readonly<Record<string, [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    }
    const step = steps[event.key]
    const isTaken = this.#held === id
    const isTaking = event.key === 'Enter' || event.key === ' '
    if (isTaking && isTaken) this.#drop()
    else if (isTaking) this.#take(id)
    else if (event.key === 'Escape' && isTaken) this.#cancel()
    else if (step && isTaken) this.#move({ at: this.#place.at + step[0], depth: this.#place.depth + step[1] })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Goes to the place under the pointer; to the side are the levels. */
  #follow({ clientX, clientY }: PointerEvent): void {
    if (this.#held === undefined) return
    const own = placeOf(this.#lines, this.#held)
    const others = this.#otherRows()
    const below = others.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect()
      return clientY < top + height / 2
    })
    const depth = own.depth + Math.round((clientX - this.#from) / levelWidth)
    this.#move({ at: below === -1 ? others.length : below, depth })
  }

  #move(wanted: TreePlace): void {
    this.#place = possiblePlace(this.#others(), wanted)
    this.#mark()
  }

  #others(): TreeLine[] {
    return othersOf(this.#lines, this.#held ?? '')
  }

  #otherRows(): Row[] {
    const known = new Set(this.#others().map(({ id }) => id))
    return this.#rows.filter(({ dataset }) => known.has(dataset['id'] ?? ''))
  }

  /** Shows where the category would be, and says it. */
  #mark(): void {
    const others = this.#otherRows()
    const { at, depth } = this.#place
    const before = others[at - 1]
    const edge = others[at]?.offsetTop ?? (before ? before.offsetTop + before.offsetHeight : 0)
    const top = at === 0 || !before ? edge : before.offsetTop + before.offsetHeight
    const table = this.#body.closest('table')
    this.#line.hidden = false
    this.#line.style.insetBlockStart = `${top + (table?.offsetTop ?? 0)}px`
    this.#line.style.insetInlineStart = `${12 + depth * levelWidth}px`
    this.#body
      .querySelectorAll('[data-handle]')
      .forEach((handle) => handle.setAttribute('aria-pressed', String(this.#isHeld(handle))))
    const { parent, after } = neighboursOf(this.#others(), this.#place)
    const { place = '', top: above = '' } = this.#form.dataset
    const name = (id: string, none: string) =>
      this.#rows.find(({ dataset }) => dataset['id'] === id)?.dataset['name'] ?? none
    this.#say(place.replace('{parent}', () => name(parent, above)).replace('{after}', () => name(after, '–')))
  }

  #isHeld(handle: Element): boolean {
    return handle.closest<Row>('tr')?.dataset['id'] === this.#held
  }

  #drop(): void {
    const id = this.#held
    if (id === undefined) return
    const [here, there] = [
      neighboursOf(this.#others(), placeOf(this.#lines, id)),
      neighboursOf(this.#others(), this.#place),
    ]
    this.#cancel()
    if (here.parent === there.parent && here.after === there.after) return
    for (const [field, value] of Object.entries({ id, ...there })) {
      const input = this.#form.elements.namedItem(field)
      if (input instanceof HTMLInputElement) input.value = value
    }
    this.#form.submit()
  }

  #cancel(): void {
    if (this.#held === undefined) return
    this.#held = undefined
    this.#line.hidden = true
    for (const row of this.#rows) delete row.dataset['dragged']
    for (const handle of this.#body.querySelectorAll('[data-handle]')) handle.setAttribute('aria-pressed', 'false')
    this.#say(this.#form.dataset['stays'] ?? '')
  }

  #say(text: string): void {
    const place = document.querySelector('[data-drag-said]')
    if (place) place.textContent = text
  }
}

/** Starts the tree of a page that has one. */
export function dragTree(): void {
  const form = document.querySelector<HTMLFormElement>('[data-drop]')
  const body = document.querySelector<HTMLTableSectionElement>('tbody:has([data-handle])')
  if (form && body) new DraggableTree(body, form).start()
}
