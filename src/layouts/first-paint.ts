import { createHash } from 'node:crypto'
import { storageKey } from '../browser/storage.ts'
import { orderScope } from '../domain/scopes.ts'
import { askUnlessAnswered, deniedFirst } from '../features/consent/first-consent.ts'

/**
 * Runs in the head of every page before anything is painted: the shopper's VAT choice comes from the stored cart, the
 * experiment's variant from the session and whether somebody is signed in from the stored user, so that nothing changes under
 * the eye, and consent is denied until the shopper gave it. It also marks the page as scrolled, without listening to the scrolling,
 * and asks anew for a page of one shopper that Back or Forward brings up again; shared pages show as they were, at once.
 */
export const firstPaintScript = `(()=>{
const root=document.documentElement
${deniedFirst}
const show=()=>{
let cart,scopes
try{cart=JSON.parse(localStorage.getItem('${storageKey('cart')}'))}catch{}
if(!('vatFixed'in root.dataset))root.dataset.vat=cart?.vat===false?'ex':'inc'
try{scopes=JSON.parse(localStorage.getItem('${storageKey('auth')}')).user.scopes}catch{}
if(scopes)root.dataset.signedIn=scopes.includes('${orderScope}')?'guest':'customer'
else delete root.dataset.signedIn
${askUnlessAnswered}
}
show()
try{if(JSON.parse(sessionStorage.getItem('${storageKey('experiment')}')).accessories==='upselling')root.dataset.experimentAccessories='upselling'}catch{}
for(const event of['pageshow','storage','visibilitychange'])addEventListener(event,show)
addEventListener('pageshow',({persisted})=>{if(persisted&&'personal'in root.dataset)location.reload()})
addEventListener('DOMContentLoaded',()=>new IntersectionObserver(([mark])=>root.toggleAttribute('data-scrolled',!mark.isIntersecting)).observe(document.getElementById('scroll-mark')))
})()`

/** Lets the script pass the content security policy. */
export const firstPaintHash = `sha256-${createHash('sha256').update(firstPaintScript).digest('base64')}` as const
