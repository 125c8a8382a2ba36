import { createHash } from 'node:crypto'
import { storageKey } from '../browser/storage.ts'

/**
 * Runs in the head of every page before anything is painted: the shopper's VAT choice comes from the stored cart, so that
 * no price changes under the eye. It also marks the page as scrolled, without listening to the scrolling.
 */
export const firstPaintScript = `(()=>{
const root=document.documentElement
try{if(JSON.parse(localStorage.getItem('${storageKey('cart')}')).vat===false)root.dataset.vat='ex'}catch{}
addEventListener('DOMContentLoaded',()=>new IntersectionObserver(([mark])=>root.toggleAttribute('data-scrolled',!mark.isIntersecting)).observe(document.getElementById('scroll-mark')))
})()`

/** Lets the script pass the content security policy. */
export const firstPaintHash = `sha256-${createHash('sha256').update(firstPaintScript).digest('base64')}` as const
