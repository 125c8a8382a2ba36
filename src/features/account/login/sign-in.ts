import { writeCookie } from '../../../browser/cookies.ts'
import { currencyById } from '../../../domain/money/currencies.ts'
import { choiceDays, currencyChoice } from '../../../domain/places/choice-cookies.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { AuthUser } from '../../auth/auth-state.ts'
import { $auth, forgetUser, rememberUser } from '../../auth/auth-store.ts'
import { $cart, clearCheckout, isOwnedBy, leaveOwnedCart, setVat } from '../../cart/store/cart-store.ts'
import { forgetHistory } from '../../history/history-store.ts'

/**
 * What a login changes in this browser (spec section 4): the user is known, a checkout that was begun is forgotten,
 * currency and country are the user's, and organizations see prices without VAT. A guest's lines stay for the sync to
 * merge with what the customer has saved; another customer's go, and so does what that one has looked at. The page must
 * be loaded anew after it.
 */
export function signIn(user: AuthUser): void {
  if (!user.id || !isOwnedBy($cart.latest().owner, user.id)) leaveOwnedCart()
  const before = $auth.latest().user
  if (before && before.id !== user.id) forgetHistory()
  rememberUser(user)
  clearCheckout()
  storeRegion(user)
  setVat(!user.is_organization)
}

/**
 * Nothing of this user stays behind: a customer's cart is saved and comes back with the next login, and prices are the
 * locale's own again. On a computer that others use, neither orders nor products that were looked at are left to be
 * seen. What somebody has who never signed in stays.
 */
export function signOut(): void {
  if ($auth.latest().user) forgetHistory()
  forgetUser()
  leaveOwnedCart()
  clearCheckout()
  setVat(true)
  for (const name of ['cid', 'cuc', 'cc']) writeCookie(name, '', 0)
}

/** Only what the shop knows is stored (spec section 9: 30 days). */
function storeRegion({ currency_id: currencyId, country_code: countryCode }: AuthUser): void {
  const currency = currencyId === null ? undefined : currencyById(currencyId)
  const country = countryByCode(countryCode)
  for (const [name, value] of currency ? currencyChoice(currency) : []) writeCookie(name, value, choiceDays[name])
  if (country) writeCookie('cc', country.code, choiceDays.cc)
}
