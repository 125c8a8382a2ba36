/**
 * Saving one section of the page saves what was typed in the others too: their changed fields go along, each with what
 * the page had shown of it.
 */
const forms = () => [...document.querySelectorAll<HTMLFormElement>('main form[data-whole]')]

document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || target.dataset['whole'] === undefined) return
  for (const carried of target.querySelectorAll('[data-carried]')) carried.remove()
  const others = forms().filter((form) => form !== target)
  target.append(...others.flatMap((form) => carriedFrom(form)))
})

/** The changed fields of a form, each with what the page had shown of it. */
function carriedFrom(form: HTMLFormElement): HTMLInputElement[] {
  const values = new FormData(form)
  return changedIn(form).flatMap((name) =>
    [`was:${name}`, name].flatMap((each) => {
      const value = values.get(each)
      return typeof value === 'string' ? [hidden(each, value)] : []
    }),
  )
}

/** The fields in which something else stands than the page had shown. */
function changedIn(form: HTMLFormElement): string[] {
  const values = new FormData(form)
  const names = [...values.keys()].flatMap((name) => (name.startsWith('was:') ? [name.slice('was:'.length)] : []))
  const textOf = (name: string) => String(values.get(name) ?? '').replaceAll('\r\n', '\n')
  return names.filter((name) => textOf(name) !== textOf(`was:${name}`))
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
  input.dataset['carried'] = ''
  return input
}
