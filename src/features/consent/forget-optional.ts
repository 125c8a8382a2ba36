import { storageKey, writeText } from '../../browser/storage.ts'
import { cartCookie } from '../../domain/cart/cookie-cart.ts'
import { choiceDays } from '../../domain/places/choice-cookies.ts'
import { consentCookie } from '../../domain/visitors/consent.ts'
import { queuedEventsName } from './tags-here.ts'

/**
 * Cookies of the shop that a script can see, all of them necessary: those of sessions are hidden from scripts anyway.
 */
const necessaryCookies = new Set<string>([consentCookie, cartCookie, ...Object.keys(choiceDays)])
const ownStorage = /^zp02:/

/**
 * Removes the events that wait to be told, and what tags have left in this browser and stops them with a new page; a
 * shop without tags has left nothing. The reload is what makes a withdrawal as quick as the consent was: code that runs
 * cannot be unloaded.
 */
export function forgetOptional(): void {
  writeText(storageKey(queuedEventsName), null)
  if (!document.querySelector('[data-tag-script]')) return
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=')
    if (name !== '' && !necessaryCookies.has(name)) expireCookie(name)
  }
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (!ownStorage.test(key)) storage.removeItem(key)
  }
  if (document.querySelector('script[data-tags]')) location.reload()
}

/** Tags write their cookies for this host or for any domain above it. */
function expireCookie(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, at) => labels.slice(at).join('.'))
  for (const domain of ['', ...domains.map((each) => `; Domain=${each}`)])
    document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
}
