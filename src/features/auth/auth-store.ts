import { computed } from 'nanostores'
import { persisted } from '../../browser/persist.ts'
import type { PersonalDiscounts } from '../../domain/cart/discounts.ts'
import { readAuth, type AuthState, type AuthUser } from './auth-state.ts'

/**
 * Kept for all tabs (spec section 4, "Local persistence"). It shows who is signed in and grants nothing. Signing in and
 * out changes more than this store: features/account/login/sign-in.ts does all of it.
 */
export const $auth = persisted<AuthState>({ name: 'auth', read: readAuth })

const $user = computed($auth, ({ user }) => user)

/** The signed-in customer's percents by discount category, which count in the discount of a line (spec section 9). */
export const $personalDiscounts = computed($user, (user): PersonalDiscounts => user?.discounts ?? {})

export function rememberUser(user: AuthUser): void {
  $auth.set({ user })
}

export function forgetUser(): void {
  $auth.set({ user: null })
}

/** The id of the customer who is signed in; empty for nobody and for the guest of an order. */
export function accountHere(): string {
  const { user } = $auth.latest()
  return user && user.order_id === null ? (user.id ?? '') : ''
}
