import { regionNow, regionShown } from './region-shown.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Fields of this page that somebody has typed in, some of them before this script came. */
const typed = new Set<TextField>()

/** Loads the page again when another tab has chosen another currency or country. */
export function followRegion(): void {
  for (const field of document.querySelectorAll<TextField>('input:not([type=checkbox], [type=radio]), textarea'))
    if (field.value !== field.defaultValue) typed.add(field)
  addEventListener('input', ({ target }) => isText(target) && typed.add(target))
  for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, () => isOutdated() && location.reload())
}

/** Whether to reload the page for another region: not a personal page, nor one in which something is typed. */
function isOutdated(): boolean {
  if (
    document.visibilityState !== 'visible' ||
    regionNow() === regionShown ||
    'personal' in document.documentElement.dataset
  )
    return false
  return [...typed].every(({ value }) => value === '')
}

function isText(field: EventTarget | null): field is TextField {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
}
