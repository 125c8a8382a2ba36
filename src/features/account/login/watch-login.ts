import { readStored } from '../../../browser/storage.ts'
import { accountPath, type AccountPaths } from '../account-path.ts'

type Mode = 'login' | 'change_password'

/**
 * What runs of the login before the shopper acts: the account icon, the `login` and `change_password` queries (spec
 * sections 2 and 4), and what a personal page says of who is signed in.
 */
export function watchLogin(): void {
  for (const icon of document.querySelectorAll<HTMLAnchorElement>('a[data-account]')) watchIcon(icon)
  for (const mark of document.querySelectorAll<HTMLInputElement>('input[data-has-script]')) mark.value = '1'
  const query = new URLSearchParams(location.search)
  if (query.has('change_password')) openLogin('change_password')
  else if (query.has('login')) openLogin('login')
  const user = document.body.dataset['user']
  if (user !== undefined && (user !== 'null' || storedUser() !== null))
    void import('./adopt-user.ts').then(({ adoptUser }) => adoptUser(user))
  if (user === 'null') document.querySelector<HTMLFormElement>('form[data-send-at-once]')?.requestSubmit()
}

/**
 * Opens the dialog at once, before its code is here; false on a page without one, where the link leads to the login
 * screen.
 */
function openLogin(mode: Mode): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-login]')
  if (!dialog) return false
  dialog.dataset['mode'] = mode
  if (!dialog.open) dialog.showModal()
  dialog.querySelector<HTMLElement>('form[action] input:not([type=hidden])')?.focus()
  dialog.dispatchEvent(new Event('login-open', { bubbles: true }))
  wake()
  return true
}

function watchIcon(icon: HTMLAnchorElement): void {
  for (const hint of ['pointerenter', 'focusin', 'touchstart'])
    icon.addEventListener(hint, () => storedUser() === null && wake(), { once: true, passive: true })
  icon.addEventListener('click', (event) => {
    const path = accountPath(storedUser(), icon.dataset as AccountPaths)
    if (path !== undefined) icon.href = path
    else if (isPlainClick(event) && openLogin('login')) event.preventDefault()
  })
}

/** Hydrates the dialog's island, which waits for a pointer over it. */
function wake(): void {
  document.querySelector('dialog[data-login]')?.closest('astro-island')?.dispatchEvent(new Event('pointerenter'))
}

function storedUser(): unknown {
  const auth = readStored('auth')
  return typeof auth === 'object' && auth !== null ? (Reflect.get(auth, 'user') ?? null) : null
}

function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
