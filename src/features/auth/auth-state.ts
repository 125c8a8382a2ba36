import { z } from 'zod/mini'

const text = z.catch(z.string().check(z.maxLength(200)), '')
const nullableText = z.catch(z.nullable(z.string().check(z.maxLength(200))), null)

/** Percents by discount category; what is no percent is left out. */
const discounts = z.pipe(
  z.catch(z.looseObject({}), {}),
  z.transform((record): Record<string, number> => Object.fromEntries(Object.entries(record).filter(isPercent))),
)

/**
 * Who is signed in (spec section 3, "Auth user"). There is no token here: those are cookies that no script can read.
 */
const authUser = z.object({
  id: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
  order_id: nullableText,
  country_code: text,
  currency: text,
  currency_id: z.catch(z.nullable(z.number()), null),
  is_organization: z.catch(z.boolean(), false),
  scopes: z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((all) => all.filter((each) => typeof each === 'string')),
  ),
  discounts,
})
export type AuthUser = z.infer<typeof authUser>
export type AuthState = { user: AuthUser | null }

/** Reads the stored user, field by field; null for anything that is no user. */
export function readAuth(stored: unknown): AuthState {
  const user = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'user') : null
  const parsed = authUser.safeParse(Array.isArray(user) ? null : user)
  return { user: parsed.success ? parsed.data : null }
}

function isPercent(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number' && entry[1] >= 0 && entry[1] <= 100
}
