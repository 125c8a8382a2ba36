import { z } from 'zod/mini'
import { isEmail } from '../domain/checkout-form.ts'
import { longestTypedPassword } from '../domain/field-lengths.ts'
import { normalizedEmail } from '../domain/passwords.ts'

/** Who is signed in (spec section 3, "Auth user"). `order_id` is the order's number, of order guests alone. */
export const authUser = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  country_code: z.string(),
  currency: z.string(),
  currency_id: z.number(),
  is_organization: z.boolean(),
  scopes: z.array(z.string()),
  /** Personal percent off by discount category; a z.record would be one more kind of schema for browsers to load. */
  discounts: z.optional(z.catchall(z.object({}), z.number())),
})
export type AuthUser = z.infer<typeof authUser>

/**
 * The answer of every login and refresh (spec section 3, "Auth tokens"). A browser that asked for cookies gets the
 * tokens there alone, where no script can read them, and null here. `expires_in` is the access token's rest in seconds.
 */
export const loginReply = z.object({
  access_token: z.nullable(z.string()),
  refresh_token: z.nullable(z.string()),
  expires_in: z.number(),
  user: authUser,
})
export type LoginReply = z.infer<typeof loginReply>

/** Asks for HttpOnly cookies instead of tokens in the answer. */
export const wantsCookie = z.optional(z.boolean())
export const secretText = z.string().check(z.minLength(1), z.maxLength(200))
/** What somebody typed to sign in; only its length is checked here, so that no answer tells how passwords look. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(longestTypedPassword))
export const typedEmail = z.pipe(
  z.string().check(z.maxLength(300)),
  z.pipe(z.transform(normalizedEmail), z.string().check(z.refine(isEmail, { error: 'email_invalid' }))),
)
/** An answer that tells nothing. */
export const nothing = z.object({})
