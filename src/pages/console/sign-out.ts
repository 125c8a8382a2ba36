import type { APIRoute } from 'astro'
import { signOutPage } from '../../server/console/staff/sign-in-page.ts'

export const GET: APIRoute = (context) => signOutPage(context.locals.shop, context)
export const POST: APIRoute = (context) => signOutPage(context.locals.shop, context)
