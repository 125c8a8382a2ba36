import { readCookie, writeCookie } from '../../browser/cookies.ts'
import { choiceDays, currencyChoice, type Choice } from '../../domain/choice-cookies.ts'

/** Fields of this page that somebody has typed in. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

/** A choice in the currency and country switches is stored in cookies and the page comes again (spec section 4). */
export function watchRegionSwitches(): void {
  document.addEventListener('change', ({ target }) => {
    const choices = target instanceof HTMLSelectElement ? chosen(target) : []
    if (choices.length === 0) return
    for (const [name, value] of choices) writeCookie(name, value, choiceDays[name])
    location.reload()
  })
  const shown = regionNow()
  addEventListener('input', ({ target }) => isText(target) && typed.add(target))
  for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, () => isOutdated(shown) && location.reload())
}

/** Another tab has chosen another currency or country; a page that holds somebody's own, or something typed, is left alone. */
function isOutdated(shown: string): boolean {
  if (document.visibilityState !== 'visible' || regionNow() === shown || 'personal' in document.documentElement.dataset) return false
  return [...typed].every(({ value }) => value === '')
}

function isText(field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
}

function regionNow(): string {
  return `${readCookie('cid') ?? ''} ${readCookie('cc') ?? ''}`
}

function chosen({ dataset, value, selectedOptions }: HTMLSelectElement): readonly Choice[] {
  if (dataset['region'] === 'currency') return currencyChoice({ id: Number(value), code: selectedOptions[0]?.label ?? '' })
  return dataset['region'] === 'country' ? [['cc', value]] : []
}
