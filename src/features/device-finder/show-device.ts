import { shoppingHere } from '../../browser/caller.ts'
import { parseJson } from '../../browser/storage.ts'
import type { NamedDevice } from '../../contracts/catalog-pages/product-lists.ts'
import { loadIslandTexts, type IslandTranslate } from '../../i18n/island-texts.ts'
import { readDevice } from './device-state.ts'
import { $device } from './device-store.ts'
import { followFits } from './show-fits.ts'

/**
 * Shows the remembered device on this page, now and whenever it changes; `keepsPageDevice` remembers the page's own.
 */
export async function showDevice({ keepsPageDevice }: { keepsPageDevice: boolean }): Promise<void> {
  const finder = document.querySelector<HTMLElement>('.device-finder')
  const here = readDevice(parseJson(finder?.dataset['device'] ?? null))
  if (keepsPageDevice) history.replaceState(history.state, '', location.pathname + location.search)
  if (keepsPageDevice && here) $device.set(here)
  const { language } = shoppingHere()
  const t = await loadIslandTexts(language)
  const which = finder?.querySelector('summary')?.textContent ?? ''
  $device.subscribe((device) => {
    if (finder) showInFinder(finder, device, { t, which, here: here?.slug, path: pathFor(finder, device, language) })
    showOnProduct(device, t)
  })
  followFits(t)
}

/** This list narrowed to the device, or the page of all its parts where there is no list to narrow. */
function pathFor({ dataset }: HTMLElement, device: NamedDevice | null, language: 'en' | 'sv'): string {
  if (!device) return ''
  if (!('narrows' in dataset)) return device.paths[language]
  const query = new URLSearchParams(location.search)
  query.delete('page')
  query.set('device', device.slug)
  return `${location.pathname}?${query}#grid`
}

type Here = { t: IslandTranslate; which: string; here: string | undefined; path: string }

/** Covers the finder's own line, whose height it has, so that nothing moves. */
function showInFinder(finder: HTMLElement, device: NamedDevice | null, { t, which, here, path }: Here): void {
  const summary = finder.querySelector('summary')
  finder.querySelector('.yours')?.remove()
  finder.toggleAttribute('data-known', device !== null)
  if (summary) summary.textContent = device ? t('device.change') : which
  if (!device) return
  const { name } = device
  const line = Object.assign(document.createElement('p'), { className: 'yours' })
  const forget = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'plain',
    textContent: '×',
    ariaLabel: t('device.forget', { name }),
  })
  forget.addEventListener('click', () => {
    $device.set(null)
    summary?.focus()
  })
  const isHere = device.slug === here
  const link = isHere ? document.createElement('span') : Object.assign(document.createElement('a'), { href: path })
  const what = t(isHere ? 'device.shown' : 'narrows' in finder.dataset ? 'device.only' : 'device.parts')
  link.append(
    Object.assign(document.createElement('small'), { textContent: what }),
    ' ',
    Object.assign(document.createElement('b'), { textContent: name }),
  )
  line.append(link, forget)
  finder.prepend(line)
}

/**
 * Whether the page's own list of devices has the remembered one, which a list that is cut does not tell; what fits
 * anything has no list.
 */
function showOnProduct(device: NamedDevice | null, t: IslandTranslate): void {
  const badge = document.querySelector<HTMLAnchorElement>('[data-fits]')
  if (!badge) return
  const paths = new Set(
    Array.from(document.querySelectorAll('#devices .models a'), (link) => link.getAttribute('href')),
  )
  const fits = device !== null && Object.values(device.paths).some((path) => paths.has(path))
  badge.hidden = device === null
  const isCut = document.querySelector('#devices[data-cut]') !== null
  const answer = fits ? 'yes' : isCut ? 'ask' : 'no'
  badge.dataset['fits'] = answer
  badge.textContent = device ? t(answers[answer], { name: device.name }) : ''
  badge.href = answer === 'ask' && device ? `?${new URLSearchParams({ fits: device.name })}#devices` : '#devices'
}

const answers = { yes: 'device.fits', no: 'device.unlisted', ask: 'device.ask' } as const
