import { parseJson } from '../../../browser/storage.ts'
import { readAuth } from '../../auth/auth-state.ts'
import { $auth, rememberUser } from '../../auth/auth-store.ts'
import { startCart } from '../../cart/start-cart.ts'
import { requestSync } from '../../cart/store/cart-store.ts'
import { signIn, signOut } from './sign-in.ts'

/**
 * Takes over who is signed in from what a personal page's HTML says: after a login by form or link all of a login's
 * effects follow, for the same user only what has changed, and a session that is over is forgotten here too.
 */
export function adoptUser(said: string): void {
  const { user } = readAuth({ user: parseJson(said) })
  const known = $auth.latest().user
  if (user === null) signOut()
  else if (known?.id === user.id) rememberUser(user)
  else {
    signIn(user)
    startCart()
    requestSync()
  }
  // Tells the first paint's script and the switches of this page, as another tab's choice would.
  dispatchEvent(new Event('storage'))
}
