/**
 * Saving one section of the page saves what was typed in the others too: their changed fields go along, each with what
 * the page had shown of it.
 */
const forms = () => [...document.querySelectorAll<HTMLFormElement>('main form[data-whole]')]

document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || target.dataset['whole'] === undefined) return
  for (const carried of target.querySelectorAll('[data-carried]')) carried.remove()
  for (const form of forms()) {
    if (form === target) continue
    const values = new FormData(form)
    for (const name of changedIn(form)) {
      for (const each of [`was:${name}`, name]) {
        const value = values.get(each)
        if (typeof value === 'string') target.append(hidden(each, value))
      }
    }
  }
})

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
