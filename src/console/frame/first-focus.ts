/**
 * Where the keyboard begins on a screen, unless something has the focus: at the first wrong field of a form that was
 * refused, else at the message of what was done or refused, else in the form of a screen that makes something. Where
 * the address leads to a part of the screen it is the message in that, or only why something was refused. On a touch
 * screen it is no form, which its keyboard would cover.
 */
const refused = 'main [data-said][role="alert"]'
const typed = 'input:not([type="hidden"]), select, textarea'

function beginning(): HTMLElement | null | undefined {
  const wrong = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  if (wrong) return wrong
  const part = document.querySelector(':target') ?? document.querySelector('main')
  if (document.querySelector('main [data-said]'))
    return part?.querySelector<HTMLElement>('[data-said]') ?? document.querySelector<HTMLElement>(refused)
  if (!matchMedia('(pointer: fine)').matches) return null
  const fields = document.querySelectorAll<HTMLElement>(`main [data-begins] :is(${typed})`)
  return [...fields].find((field) => field.checkVisibility({ visibilityProperty: true }))
}

function begin(): void {
  if (document.activeElement === document.body || document.activeElement === null) beginning()?.focus()
}

// The browser itself goes to a field with autofocus, only later than this.
if (!document.querySelector('main [autofocus]')) begin()
// The browser takes the focus away when it goes to the part that the address leads to, until the page is loaded.
if (location.hash !== '') addEventListener('load', () => requestAnimationFrame(begin))
