import {
  cropWithRatio,
  dragCorner,
  moveCrop,
  nearestCrop,
  wholePicture,
  type Crop,
  type CropCorner,
} from '../../domain/products/picture-crop.ts'

type Point = { readonly x: number; readonly y: number }

const names = ['x', 'y', 'width', 'height'] as const
/** CSS pixels around a corner in which it is what is dragged. */
const reach = 28
const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Lets the part of a picture be dragged, and moved and sized by keys; the four fields follow, and are followed. */
export function cropByHand(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-crop]')) {
    const [sheet, frame] = [form.querySelector('[data-sheet]'), form.querySelector('[data-frame]')]
    if (sheet instanceof SVGSVGElement && frame instanceof SVGRectElement) new CropFrame(form, sheet, frame).listen()
  }
}

/** The corners of the frame as lines, which show where it can be taken hold of. */
function cornersOf({ x, y, width, height }: Crop): string {
  const [right, bottom, long] = [x + width, y + height, Math.min(width, height) / 6]
  return [
    `M${x} ${y + long}V${y}H${x + long}`,
    `M${right - long} ${y}H${right}V${y + long}`,
    `M${right} ${bottom - long}V${bottom}H${right - long}`,
    `M${x + long} ${bottom}H${x}V${bottom - long}`,
  ].join('')
}

class CropFrame {
  readonly #form: HTMLFormElement
  readonly #sheet: SVGSVGElement
  readonly #frame: SVGRectElement
  readonly #size: { width: number; height: number }
  #crop: Crop

  constructor(form: HTMLFormElement, sheet: SVGSVGElement, frame: SVGRectElement) {
    this.#form = form
    this.#sheet = sheet
    this.#frame = frame
    this.#size = { width: Number(form.dataset['width']), height: Number(form.dataset['height']) }
    this.#crop = this.#typed()
  }

  listen(): void {
    this.#sheet.dataset['movable'] = ''
    this.#frame.setAttribute('tabindex', '0')
    this.#frame.setAttribute('role', 'group')
    this.#frame.setAttribute('aria-label', this.#sheet.getAttribute('aria-label') ?? '')
    for (const ratios of this.#form.querySelectorAll<HTMLElement>('[data-ratios]')) ratios.hidden = false
    this.#sheet.addEventListener('pointerdown', (event) => this.#drag(event))
    this.#frame.addEventListener('keydown', (event) => this.#press(event))
    this.#form.addEventListener('input', ({ target }) => this.#follow(target as HTMLInputElement))
    this.#draw()
  }

  #field(name: string): HTMLInputElement | null {
    return this.#form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  }

  /** What the fields say; a field that says no number stands for the whole picture. */
  #typed(): Crop {
    const whole = wholePicture(this.#size)
    const values = names.map((name) => {
      const text = this.#field(name)?.value.trim() ?? ''
      return [name, /^\d{1,6}$/.test(text) ? Number(text) : whole[name]]
    })
    return nearestCrop(Object.fromEntries(values) as Crop, this.#size)
  }

  get #ratio(): number | null {
    const chosen = this.#form.querySelector<HTMLInputElement>('input[name="ratio"]:checked')
    return Number(chosen?.dataset['ratio'] ?? '') || null
  }

  #follow(field: HTMLInputElement): void {
    if (field.name === 'ratio') this.#set(cropWithRatio(this.#crop, this.#ratio, this.#size))
    else {
      this.#crop = this.#typed()
      this.#draw()
    }
  }

  #set(crop: Crop): void {
    this.#crop = crop
    for (const name of names) {
      const field = this.#field(name)
      if (field) field.value = String(crop[name])
    }
    this.#draw()
  }

  #draw(): void {
    const { x, y, width, height } = this.#crop
    for (const name of names) this.#frame.setAttribute(name, String(this.#crop[name]))
    const shade = this.#sheet.querySelector<SVGPathElement>('[data-outside]')
    shade?.setAttribute('d', `${shade.dataset['outside'] ?? ''}M${x} ${y}h${width}v${height}h${-width}Z`)
    this.#sheet.querySelector('[data-corners]')?.setAttribute('d', cornersOf(this.#crop))
  }

  #drag(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    const [from, before] = [this.#pointOf(event), this.#crop]
    const corner = this.#cornerAt(from)
    const move = (to: PointerEvent) => this.#dragTo(this.#pointOf(to), { from, before, corner })
    const end = () => this.#sheet.removeEventListener('pointermove', move)
    this.#frame.focus()
    this.#sheet.setPointerCapture(event.pointerId)
    this.#sheet.addEventListener('pointermove', move)
    this.#sheet.addEventListener('lostpointercapture', end, { once: true })
    if (corner) move(event)
  }

  #dragTo(to: Point, { from, before, corner }: { from: Point; before: Crop; corner: CropCorner | undefined }): void {
    const free = { size: this.#size, ratio: this.#ratio }
    if (corner) this.#set(dragCorner(before, { ...corner, to }, free))
    else this.#set(moveCrop(before, { x: to.x - from.x, y: to.y - from.y }, this.#size))
  }

  /** A point of the screen in pixels of the picture. */
  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#sheet.getBoundingClientRect()
    const scale = this.#scale
    return { x: (clientX - left) * scale, y: (clientY - top) * scale }
  }

  /** Pixels of the picture per CSS pixel. */
  get #scale(): number {
    return this.#size.width / Math.max(1, this.#sheet.getBoundingClientRect().width)
  }

  /** The corner that is dragged from a point; undefined well within the frame, which is then moved. */
  #cornerAt({ x, y }: Point): CropCorner | undefined {
    const { x: left, y: top, width, height } = this.#crop
    const [right, bottom] = [left + width, top + height]
    const near = Math.min(reach * this.#scale, width / 3, height / 3)
    const nearX = Math.min(Math.abs(x - left), Math.abs(x - right))
    const nearY = Math.min(Math.abs(y - top), Math.abs(y - bottom))
    const isWithin = x > left && x < right && y > top && y < bottom
    if (isWithin && (nearX > near || nearY > near)) return undefined
    return { isRight: x > left + width / 2, isBottom: y > top + height / 2 }
  }

  /** Arrows move the frame, with Shift they size it; with Control or Alt by single pixels. */
  #press(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const { width, height } = this.#size
    const pixels = event.altKey || event.ctrlKey ? 1 : Math.max(1, Math.round(Math.max(width, height) / 100))
    const by = { x: step.x * pixels, y: step.y * pixels }
    if (!event.shiftKey) return this.#set(moveCrop(this.#crop, by, this.#size))
    const corner = { isRight: true, isBottom: true }
    const { x, y } = this.#crop
    const to = this.#sizedBy({ x: x + this.#crop.width, y: y + this.#crop.height }, by)
    this.#set(dragCorner(this.#crop, { ...corner, to }, { size: this.#size, ratio: this.#ratio }))
  }

  /** Where the lower right corner goes; with fixed proportions both edges follow the key. */
  #sizedBy(corner: Point, by: Point): Point {
    const ratio = this.#ratio
    if (ratio === null) return { x: corner.x + by.x, y: corner.y + by.y }
    const more = by.x || by.y * ratio
    return { x: corner.x + more, y: corner.y + more / ratio }
  }
}
