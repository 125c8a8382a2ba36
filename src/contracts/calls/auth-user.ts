import { z } from 'zod/mini'
import { maxTypedPasswordLength } from '../../domain/field-lengths.ts'
import { isEmail } from '../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../domain/visitors/passwords.ts'

/**
 * The signed-in user (spec section 3, "Auth user"). `order_id` is the order number of an order guest, null for
 * customers.
 */
export const authUser = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  country_code: z.string(),
  currency: z.string(),
  currency_id: z.number(),
  is_organization: z.boolean(),
  scopes: z.array(z.string()),
  /**
   * Personal discounts in percent by discount category. `catchall` instead of z.record, which browsers would load only
   * for this.
   */
  discounts: z.optional(z.catchall(z.object({}), z.number())),
})
export type AuthUser = z.infer<typeof authUser>

/**
 * The answer of every login and refresh (spec section 3, "Auth tokens"). When the browser asked for cookies, the tokens
 * are set as HttpOnly cookies and are null here. `expires_in` is the remaining lifetime of the access token in seconds.
 */
export const loginReply = z.object({
  access_token: z.nullable(z.string()),
  refresh_token: z.nullable(z.string()),
  expires_in: z.number(),
  user: authUser,
})
export type LoginReply = z.infer<typeof loginReply>

/** Set to receive the tokens as HttpOnly cookies instead of in the answer. */
export const wantsCookie = z.optional(z.boolean())
export const secretText = z.string().check(z.minLength(1), z.maxLength(200))
/** A password typed to sign in. Only its length is checked, so that errors do not reveal the password rules. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(maxTypedPasswordLength))
export const typedEmail = z.pipe(
  z.string().check(z.maxLength(300)),
  z.pipe(z.transform(normalizedEmail), z.string().check(z.refine(isEmail, { error: 'email_invalid' }))),
)
/** An empty answer. */
export const nothing = z.object({})
