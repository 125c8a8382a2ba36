import { consentCookie, consentPattern, consentSignals, onlyNecessary } from '../../domain/visitors/consent.ts'

/** Part of the script in the head: everything optional is denied before any other word reaches the data layer. */
export const deniedFirst = `window.dataLayer=[]
window.gtag=function(){dataLayer.push(arguments)}
gtag('consent','default',${JSON.stringify(consentSignals(onlyNecessary))})`

/**
 * The same script shows the bar at the first paint to whoever has not answered, unless cookies are off (spec section 4,
 * "Cookie consent"), and looks again when a page comes back.
 */
export const askUnlessAnswered = `root.toggleAttribute('data-asks-consent',
navigator.cookieEnabled&&!/(^|; )${consentCookie}=${consentPattern}(;|$)/.test(document.cookie))`
