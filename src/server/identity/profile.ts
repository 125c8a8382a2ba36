import type { Profile } from '../../contracts/profile.ts'
import type { Operation } from '../platform/http/endpoint.ts'
import { authUserOf } from './auth-user.ts'
import { customerOf } from './guards.ts'

/** GET /api/auth/profile: the signed-in customer alone. */
export const profile: Operation<typeof Profile> = async ({ db }, _input, call) => {
  const session = customerOf(call)
  const { email, name, phone, language, mail_consent: consent } = session.customer
  return { ...(await authUserOf(db, session)), email, name, phone, language, mail_consent: consent === 1 }
}
