import { writeCookie } from '../../browser/cookies.ts'
import { choiceDays, currencyChoice, type Choice } from '../../domain/places/choice-cookies.ts'
import { regionNow } from './region-shown.ts'

/** A choice in the currency and country switches is stored in cookies and the page comes again (spec section 4). */
export function watchRegionSwitches(): void {
  document.addEventListener('change', ({ target }) => {
    const choices = target instanceof HTMLSelectElement ? choicesOf(target) : []
    if (choices.length === 0) return
    for (const [name, value] of choices) writeCookie(name, value, choiceDays[name])
    // A browser may hand cookies on later than it asks for a page; reading them waits until they are stored.
    regionNow()
    location.reload()
  })
}

function choicesOf({ dataset, value, selectedOptions }: HTMLSelectElement): readonly Choice[] {
  if (dataset['region'] === 'currency')
    return currencyChoice({ id: Number(value), code: selectedOptions[0]?.label ?? '' })
  return dataset['region'] === 'country' ? [['cc', value]] : []
}
