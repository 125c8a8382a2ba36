import type { APIContext } from 'astro'
import type { Screen } from '../../../routes.ts'
import type { Env } from '../../platform/env.ts'
import { PublicError } from '../../platform/http/calls/public-error.ts'
import { missing } from '../../platform/http/pages/page-result.ts'
import { isSwitchedOff } from '../../platform/settings/switched-screens.ts'
import { requireAccount } from './require-account.ts'

type PageMiddleware = (context: Pick<APIContext, 'locals'>) => Promise<Response | undefined>

/**
 * Middleware that a shop owner may require for a page with PAGE_MIDDLEWARE; each lets the visitor continue or answers
 * instead of the page.
 */
const middleware: Readonly<Record<string, PageMiddleware>> = {
  /** Requires a signed-in customer; redirects others to the login, which leads back. */
  async account({ locals }) {
    const account = await requireAccount(locals.shop, { locals })
    return account instanceof Response ? account : undefined
  },
}

/**
 * Runs the middleware of a screen in order; a screen that is switched off is missing. An unknown name is a 500 whose
 * page shows the name (spec section 8).
 */
export async function runPageMiddleware(
  env: Pick<Env, 'PAGE_MIDDLEWARE'>,
  screen: Screen,
  context: Pick<APIContext, 'locals'>,
): Promise<Response | undefined> {
  if (isSwitchedOff(screen, context.locals.features)) return missing()
  for (const name of env.PAGE_MIDDLEWARE.get(screen) ?? []) {
    const run = Object.hasOwn(middleware, name) ? middleware[name] : undefined
    if (!run) throw new PublicError(500, 'error.unknown_middleware', { name })
    const answer = await run(context)
    if (answer) return answer
  }
  return undefined
}
