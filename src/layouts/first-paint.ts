import { createHash } from 'node:crypto'
import { storageKey } from '../browser/storage.ts'

/**
 * Runs in the head of every page before anything is painted: the shopper's VAT choice comes from the stored cart, so that
 * no price changes under the eye. It also marks the page as scrolled, without listening to the scrolling.
 */
export const firstPaintScript = `(()=>{
const root=document.documentElement
const show=()=>{
let cart
try{cart=JSON.parse(localStorage.getItem('${storageKey('cart')}'))}catch{}
root.dataset.vat=cart?.vat===false?'ex':'inc'
}
show()
for(const event of['pageshow','storage'])addEventListener(event,show)
addEventListener('DOMContentLoaded',()=>new IntersectionObserver(([mark])=>root.toggleAttribute('data-scrolled',!mark.isIntersecting)).observe(document.getElementById('scroll-mark')))
})()`

/** Lets the script pass the content security policy. */
export const firstPaintHash = `sha256-${createHash('sha256').update(firstPaintScript).digest('base64')}` as const
