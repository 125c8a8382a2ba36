import type { APIContext } from 'astro'
import { customerScope } from '../../../domain/visitors/scopes.ts'
import { addMark, readMarks } from '../../identity/sessions/browser-marks.ts'
import type { Shop } from '../../ordering/shop.ts'
import { hashSecret } from '../../platform/ids.ts'
import { alertIdsOf } from './queries.ts'

type Cookies = APIContext['cookies']
type Visitor = { session: App.Locals['session']; cookies: Cookies }

/**
 * Tells whether somebody has proved to read the mail of an address: a customer who is signed in with it, or a browser
 * in which a mailed link to one of its alerts was confirmed.
 */
export async function readsMailOf(shop: Shop, { session, cookies }: Visitor, email: string): Promise<boolean> {
  const customer = session?.scopes.includes(customerScope) ? session.customer : null
  if (customer?.email === email && customer.verified_at !== null) return true
  const marks = readMarks(shop.env, cookies, 'known_alerts')
  return marks.length > 0 && (await alertIdsOf(shop.db, email)).some((id) => marks.includes(markOf(id)))
}

/** Marks the browser in which the mailed link to an alert was confirmed. */
export function rememberAlert({ env }: Pick<Shop, 'env'>, cookies: Cookies, alertId: string): void {
  addMark(env, cookies, 'known_alerts', markOf(alertId))
}

/** An alert's id is shown to nobody and cannot be guessed, so the mark cannot be made without its mailed link. */
function markOf(alertId: string): string {
  return hashSecret(`browser that confirmed the alert ${alertId}`)
}
