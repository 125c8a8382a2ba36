import type { EditorState } from 'prosemirror-state'
import type { Tool } from './editor-commands.ts'

type ToolbarOptions = { readonly tools: Readonly<Record<string, Tool>>; readonly press: (name: string) => void }

/**
 * A toolbar: one stop for Tab, the arrows, Home and End move within it, and a tool that is on says so. Buttons have the
 * name of their tool in `data-tool`.
 */
export class Toolbar {
  readonly #element: HTMLElement
  readonly #tools: ToolbarOptions['tools']

  constructor(element: HTMLElement, { tools, press }: ToolbarOptions) {
    this.#element = element
    this.#tools = tools
    element.addEventListener('keydown', (event) => this.#onKey(event))
    // The selection of the text stays where it is while a tool is pressed with the mouse.
    element.addEventListener('mousedown', (event) => event.preventDefault())
    element.addEventListener('focusin', ({ target }) => this.#stopAt(target as HTMLElement))
    element.addEventListener('click', ({ target }) => {
      const name = (target as Element).closest<HTMLElement>('[data-tool]')?.dataset['tool']
      if (name !== undefined) press(name)
    })
    this.#stopAt(this.#shown()[0])
  }

  focus(): void {
    this.#element.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  /** Shows which tools are on and offered in a state of the text; in the source only the way back is. */
  show(state: EditorState, isSource: boolean): void {
    for (const button of this.#buttons()) {
      if (button.dataset['tool'] === 'source') button.setAttribute('aria-pressed', String(isSource))
      else this.#showTool(button, state, isSource)
    }
    const shown = this.#shown()
    if (!shown.some((button) => button.tabIndex === 0)) this.#stopAt(shown[0])
  }

  #showTool(button: HTMLElement, state: EditorState, isSource: boolean): void {
    const name = button.dataset['tool'] ?? ''
    const tool = this.#tools[name]
    button.hidden = isSource || tool?.isShown?.(state) === false
    if (tool?.isOn) button.setAttribute('aria-pressed', String(tool.isOn(state)))
    if (name === 'undo' || name === 'redo') button.setAttribute('aria-disabled', String(!tool?.run(state)))
  }

  #buttons(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>('[data-tool]')]
  }

  #shown(): HTMLElement[] {
    return this.#buttons().filter((button) => !button.hidden)
  }

  #stopAt(stop: HTMLElement | undefined): void {
    const button = stop?.closest<HTMLElement>('[data-tool]')
    if (button) for (const each of this.#buttons()) each.tabIndex = each === button ? 0 : -1
  }

  #onKey(event: KeyboardEvent): void {
    const all = this.#shown()
    const at = all.findIndex((button) => button === document.activeElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }
}
