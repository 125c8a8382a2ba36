/**
 * Where the keyboard begins on a screen, unless something has the focus: at the first wrong field of a form that was
 * refused, else at the message of what was done or refused, else in the form of a screen that makes something. A
 * message gets no focus where the address leads to a part of the screen, and a form none on a touch screen, whose
 * keyboard would cover it.
 */
const typed = 'input:not([type="hidden"]), select, textarea'

function beginning(): HTMLElement | null | undefined {
  const wrong = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  if (wrong) return wrong
  const said = document.querySelector<HTMLElement>('main > [data-said]')
  if (said) return document.querySelector(':target') ? null : said
  if (!matchMedia('(pointer: fine)').matches) return null
  const fields = document.querySelectorAll<HTMLElement>(`main [data-begins] :is(${typed})`)
  return [...fields].find((field) => field.checkVisibility({ visibilityProperty: true }))
}

if (document.activeElement === document.body || document.activeElement === null) beginning()?.focus()
