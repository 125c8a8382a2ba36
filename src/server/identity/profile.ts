import type { Profile } from '../../contracts/calls/profile.ts'
import type { Operation } from '../platform/http/calls/endpoint.ts'
import { authUserOf } from './sessions/auth-user.ts'
import { customerOf } from './sessions/guards.ts'
import type { Shop } from './shop.ts'

/** GET /api/auth/profile: the signed-in customer. */
export const profile: Operation<typeof Profile, Shop> = async (shop, _input, call) => {
  const session = customerOf(call)
  const { email, name, phone, language, mail_consent: consent } = session.customer
  return { ...(await authUserOf(shop, session)), email, name, phone, language, mail_consent: consent === 1 }
}
