import { customerScope, orderScope } from '../../../domain/visitors/scopes.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { lockCustomer } from '../customer-queries.ts'
import type { Session } from './session.ts'

type Asking = Pick<CallContext, 'locals'>
export type CustomerSession = Extract<Session, { order: null }>
export type GuestSession = Extract<Session, { customer: null }>

/** Returns the signed-in customer: 401 not_signed_in without a session, 403 wrong_scope for an order's guest. */
export function customerOf({ locals }: Asking): CustomerSession {
  const { session } = locals
  if (!session) throw notSignedIn()
  if (session.customer === null || !session.scopes.includes(customerScope)) throw new ProblemError(403, 'wrong_scope')
  return session
}

/** Returns the order's guest: 401 not_signed_in without a session, 403 wrong_scope for a customer. */
export function guestOf({ locals }: Asking): GuestSession {
  const { session } = locals
  if (!session) throw notSignedIn()
  if (session.order === null || !session.scopes.includes(orderScope)) throw new ProblemError(403, 'wrong_scope')
  return session
}

/**
 * Locks the account that something is stored for until the transaction ends, so that its limits hold and its erasure
 * leaves nothing: 401 not_signed_in if it was erased after the request was let in.
 */
export async function requireCustomer(trx: DatabaseTransaction, customerId: string): Promise<void> {
  if (!(await lockCustomer(trx, customerId))) throw notSignedIn()
}

function notSignedIn(): ProblemError {
  return new ProblemError(401, 'not_signed_in', { headers: { 'WWW-Authenticate': 'Bearer' } })
}
