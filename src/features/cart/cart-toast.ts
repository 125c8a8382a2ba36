import { pageLanguage } from '../../browser/page-language.ts'
import { loadIslandTexts, type IslandTranslate } from '../../i18n/island-texts.ts'
import { showCart } from './show-cart.ts'

const shownMs = 6_000
/** How long a live region is in the page before something is put into it: browsers tell screen readers late of it. */
const knownAfterMs = 100

let timer: ReturnType<typeof setTimeout> | undefined
/** Counts the toasts, so that a later one is not replaced by one that waits for its live region. */
let placed = 0
/** Waits until browsers know the live region that is in the page. */
let regionKnown: Promise<unknown> = Promise.resolve()

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
  const [toast, words] = (await place(isAlert)) ?? []
  if (!toast || !words) return
  const open = button(t('cart.show'), () => showCart())
  const close = button('×', () => toast.remove())
  close.ariaLabel = t('cart.close')
  const takeBack = button(t('cart.undo'), () => {
    undo?.()
    toast.remove()
  })
  words.textContent = textIn(t)
  for (const former of toast.querySelectorAll('button')) former.remove()
  toast.append(...(undo ? [takeBack] : []), open, close)
  clearTimeout(timer)
  if (!isAlert) timer = setTimeout(() => hide(toast), shownMs)
}

/**
 * The toast and its words. They are an empty live region at first, so that what is put into it is read out, and without
 * the buttons, which would be read out each time.
 */
async function place(isAlert: boolean): Promise<[toast: HTMLElement, words: HTMLElement] | null> {
  const known = document.querySelector<HTMLElement>('.cart-toast')
  const toast = known ?? Object.assign(document.createElement('div'), { className: 'cart-toast' })
  const words = toast.querySelector('p') ?? toast.appendChild(document.createElement('p'))
  if (words.role === 'alert' && !isAlert) return null
  words.role = isAlert ? 'alert' : 'status'
  const own = (placed += 1)
  if (!known) {
    document.querySelector('.site-header')?.after(toast)
    regionKnown = new Promise((resolve) => setTimeout(resolve, knownAfterMs))
  }
  await regionKnown
  return own === placed ? [toast, words] : null
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
