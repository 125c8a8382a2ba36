import { trackCableSelector, trackPhoneModelSelector, trackRegNoSearch } from '../tracking/track-finders.ts'
import { choicesOf } from './device-choices.ts'

let isFilled = false

/**
 * The finder's forms of this page, once: their selects depend on each other, and sending one is tracked. They work
 * without.
 */
export function fillFinders(): void {
  if (isFilled) return
  isFilled = true
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-finder="device"]')) followChoices(form)
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-finder="cable"]')) {
    form.addEventListener('submit', () => {
      const [from, to] = [valueOf(form, 'from'), valueOf(form, 'to')]
      if (from && to) trackCableSelector(from, to)
    })
  }
}

function followChoices(form: HTMLFormElement): void {
  const [brand, series, model, number] = [
    selectIn(form, 'brand'),
    selectIn(form, 'series'),
    selectIn(form, 'device'),
    form.elements.namedItem('number'),
  ]
  if (!brand || !series || !model || !(number instanceof HTMLInputElement)) return
  const fillModels = () =>
    fill(
      model,
      () => `${brand.value} ${series.value}`,
      () => (series.value ? choicesOf(brand.value, series.value) : undefined),
    )
  const fillSeries = async () => {
    empty(model)
    await fill(
      series,
      () => brand.value,
      () => (brand.value ? choicesOf(brand.value) : undefined),
    )
    if (series.value) await fillModels()
  }
  brand.addEventListener('change', () => void fillSeries())
  series.addEventListener('change', () => void fillModels())
  form.addEventListener('change', ({ target }) => {
    if (target !== number) number.value = ''
  })
  number.addEventListener('input', () => {
    model.value = ''
  })
  form.addEventListener('submit', () => {
    if (model.value) trackPhoneModelSelector(`${brand.value} ${model.selectedOptions[0]?.label ?? ''}`)
    else if (number.value.trim()) trackRegNoSearch(number.value.trim())
  })
  if (brand.value && series.options.length === 1) void fillSeries()
}

/** A late answer to another question is dropped; the only choice there is, is made. */
async function fill(
  select: HTMLSelectElement,
  question: () => string,
  ask: () => ReturnType<typeof choicesOf> | undefined,
): Promise<void> {
  const before = question()
  empty(select)
  const choices = await ask()
  if (!choices || question() !== before) return
  empty(select)
  select.append(...choices.map(({ value, label }) => new Option(label || select.dataset['without'], value)))
  select.disabled = choices.length === 0
  const [only] = choices
  if (only && choices.length === 1) select.value = only.value
}

/** What is left is the line that asks to choose. */
function empty(select: HTMLSelectElement): void {
  select.length = 1
  select.disabled = true
}

function selectIn(form: HTMLFormElement, name: string): HTMLSelectElement | undefined {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLSelectElement ? control : undefined
}

function valueOf(form: HTMLFormElement, name: string): string {
  return selectIn(form, name)?.value ?? ''
}
