import { createHash } from 'node:crypto'
import { storageKey } from '../browser/storage.ts'
import { orderScope } from '../domain/visitors/scopes.ts'
import { askUnlessAnswered, deniedFirst } from '../features/consent/first-consent.ts'

/**
 * Runs in the head of a page of one shopper. It leaves hidden, so that Back cannot show it for a moment to whoever came
 * after a sign-out, and is asked for again when Back or Forward brings it up, unless it may be kept and the same user
 * is signed in. One that comes from the browser's own disk is of an unknown time, and is asked for again too. So is
 * the page of a user whom another tab signs out, or exchanges for another one.
 * The answer to a form becomes a page that is asked for: Back would else show an error of the browser, which may not
 * store it, and a reload would send the form again.
 */
export const personalPageScript = `(()=>{
const root=document.documentElement
if('answer'in root.dataset)history.replaceState(history.state,'',location.href)
const key=user=>user?user.id+' '+user.order_id:''
const read=text=>{try{return JSON.parse(text())}catch{}}
const isTheirs=()=>root.dataset.personal==='kept'&&!('left'in root.dataset)&&
key(read(()=>document.body.dataset.user))===key(read(()=>localStorage.getItem('${storageKey('auth')}'))?.user)
const anew=()=>{root.style.visibility='hidden';location.reload()}
if(root.dataset.personal==='kept'&&performance.getEntriesByType('navigation')[0]?.type==='back_forward')anew()
addEventListener('submit',({submitter})=>{
if(/^(sign_out|log_out|everywhere)$/.test(submitter?.value))root.dataset.left=''})
addEventListener('storage',({key:changed})=>{const shown=read(()=>document.body.dataset.user)
if(changed==='${storageKey('auth')}'&&shown&&key(shown)!==key(read(()=>localStorage.getItem(changed))?.user))anew()})
addEventListener('pagehide',()=>root.style.visibility='hidden')
addEventListener('pageshow',({persisted})=>{if(!persisted)return
if(isTheirs())root.style.visibility=''
else anew()})
})()`

/**
 * Runs in the head of every page before anything is painted: the shopper's VAT choice comes from the stored cart, the
 * experiment's variant from the session and whether somebody is signed in from the stored user, so that nothing changes
 * under the eye, and consent is denied until the shopper gave it. It also marks the page as scrolled, without listening
 * to the scrolling.
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
try{root.toggleAttribute('data-strip-off',localStorage.getItem('${storageKey('strip')}')===root.dataset.strip)}catch{}
${askUnlessAnswered}
}
show()
try{if(JSON.parse(sessionStorage.getItem('${storageKey('experiment')}')).accessories==='upselling')
root.dataset.experimentAccessories='upselling'}catch{}
for(const event of['pageshow','storage','visibilitychange'])addEventListener(event,show)
addEventListener('DOMContentLoaded',()=>new IntersectionObserver(([mark])=>
root.toggleAttribute('data-scrolled',!mark.isIntersecting)).observe(document.getElementById('scroll-mark')))
})()`

/** Lets a script pass the content security policy. */
export const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}` as const
