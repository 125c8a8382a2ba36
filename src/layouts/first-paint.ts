import { createHash } from 'node:crypto'
import { storageKey } from '../browser/storage.ts'

/**
 * Runs in the head of every page before anything is painted: the shopper's VAT choice and the number of pieces in the
 * cart come from the stored cart, so that no price and no count changes under the eye. It also marks the page as scrolled.
 */
export const firstPaintScript = `(()=>{
const root=document.documentElement
const show=()=>{
let cart={}
try{cart=JSON.parse(localStorage.getItem('${storageKey('cart')}'))??{}}catch{}
const count=Array.isArray(cart.items)?cart.items.reduce((sum,line)=>sum+(Number(line?.quantity)||0),0):0
root.dataset.vat=cart.vat===false?'ex':'inc'
root.style.setProperty('--cart-count',count)
root.toggleAttribute('data-has-cart',count>0)
}
show()
for(const event of['pageshow','storage'])addEventListener(event,show)
addEventListener('DOMContentLoaded',()=>new IntersectionObserver(([mark])=>root.toggleAttribute('data-scrolled',!mark.isIntersecting)).observe(document.getElementById('scroll-mark')))
})()`

/** Lets the script pass the content security policy. */
export const firstPaintHash = `sha256-${createHash('sha256').update(firstPaintScript).digest('base64')}` as const
