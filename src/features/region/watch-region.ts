import { writeCookie } from '../../browser/cookies.ts'

const REGION_DAYS = 30

/** Shows the currency and country switches; a choice is stored in cookies and the page comes again (spec section 4). */
export function watchRegionSwitches(): void {
  for (const label of document.querySelectorAll<HTMLElement>('.region-switch')) label.hidden = false
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return
    if (target.dataset['region'] === 'currency') storeCurrency(target)
    else if (target.dataset['region'] === 'country') writeCookie('cc', target.value, REGION_DAYS)
    else return
    location.reload()
  })
}

function storeCurrency({ value, selectedOptions }: HTMLSelectElement): void {
  writeCookie('cid', value, REGION_DAYS)
  writeCookie('cuc', selectedOptions[0]?.label ?? '', REGION_DAYS)
}
