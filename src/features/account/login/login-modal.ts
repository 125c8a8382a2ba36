import { atom } from 'nanostores'

/** The login dialog (spec section 4, "Login modal"): open or not, and asking for a new password instead of a login. */
type LoginModal = { isOpen: boolean; isChangingPassword: boolean }

export const $login = atom<LoginModal>({ isOpen: false, isChangingPassword: false })

export function toggleLogin(): void {
  if ($login.get().isOpen) hideLogin()
  else showLogin()
}

export function showLogin(): void {
  $login.set({ ...$login.get(), isOpen: true })
}

export function hideLogin(): void {
  $login.set({ ...$login.get(), isOpen: false })
}

/** Which also opens login. */
export function showChangePassword(): void {
  $login.set({ isOpen: true, isChangingPassword: true })
}

export function hideChangePassword(): void {
  $login.set({ ...$login.get(), isChangingPassword: false })
}
