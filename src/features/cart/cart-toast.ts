import { pageLanguage } from '../../browser/page-language.ts'
import { loadIslandTexts, type IslandTranslate } from '../../i18n/island-texts.ts'
import { showCart } from './show-cart.ts'

const shownMs = 6_000

let timer: ReturnType<typeof setTimeout> | undefined

type Toast = {
  /** Something that went wrong: it is read out at once and stays until it is closed. */
  isAlert?: boolean
  /** Takes back what the message says. */
  undo?: () => void
}

/** A short message beside the cart icon, with a way to the cart; it covers nothing that the shopper works with. */
export async function showToast(
  textIn: (t: IslandTranslate) => string,
  { isAlert = false, undo }: Toast = {},
): Promise<void> {
  const t = await loadIslandTexts(pageLanguage())
  const toast = place(isAlert)
  if (!toast) return
  const open = button(t('cart.show'), () => showCart())
  const close = button('×', () => toast.remove())
  close.ariaLabel = t('cart.close')
  const words = Object.assign(document.createElement('p'), { textContent: textIn(t) })
  const takeBack = button(t('cart.undo'), () => {
    undo?.()
    toast.remove()
  })
  toast.replaceChildren(words, ...(undo ? [takeBack] : []), open, close)
  clearTimeout(timer)
  if (!isAlert) timer = setTimeout(() => hide(toast), shownMs)
}

/** An empty live region comes into the page first, so that what is put into it is read out. */
function place(isAlert: boolean): HTMLElement | null {
  const known = document.querySelector<HTMLElement>('.cart-toast')
  if (known?.role === 'alert' && !isAlert) return null
  const toast = known ?? Object.assign(document.createElement('div'), { className: 'cart-toast' })
  toast.role = isAlert ? 'alert' : 'status'
  if (!known) document.querySelector('.site-header')?.after(toast)
  return toast
}

function button(text: string, press: () => void): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'plain',
    textContent: text,
  })
  element.addEventListener('click', press)
  return element
}

/** Not while somebody points at it or has a key on it. */
function hide(toast: HTMLElement): void {
  if (toast.matches(':hover, :focus-within')) timer = setTimeout(() => hide(toast), shownMs)
  else toast.remove()
}
