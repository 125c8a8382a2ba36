import { matchScreen } from '../../../routes.ts'
import type { Env } from '../env.ts'
import { Admission, type Leave } from './admission.ts'
import type { Exchange } from './exchange.ts'
import { networkOf } from './network.ts'
import { ProblemError } from './answers/problem.ts'
import { Turns } from '../turns.ts'

/**
 * Kinds of work that do not take each other's places: who renders pages as fast as they can still reaches the login.
 */
export type Lane = 'pages' | 'writes' | 'login' | 'payments' | 'uploads'
export type Lanes = Readonly<Record<Lane, Admission>> & { readonly turns: Turns }
export type LaneLimits = Pick<Env, 'REQUESTS_AT_ONCE' | 'REQUESTS_PER_NETWORK'>

/** A page is asked for again easily; an order in a rush is worth its wait. */
const LONGEST_WAIT_MS = { pages: 5_000, writes: 20_000 }
export const RETRY_AFTER_S = 2
/** Waiting costs next to nothing; it turns a burst of one office into a short delay. */
const WAITING_PER_PLACE = 4
const LOGIN_CALL = /^\/api\/(?:order-)?auth\//
const PAYMENT_CALL = /^\/api\/payments\//
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createLanes(
  { REQUESTS_AT_ONCE: all, REQUESTS_PER_NETWORK: perNetwork }: LaneLimits,
  { longest = LONGEST_WAIT_MS, turns = new Turns() } = {},
): Lanes {
  const lane = (own: number, longestWaitMs = longest.pages) =>
    new Admission({ all, perNetwork: own, waiting: own * WAITING_PER_PLACE, longestWaitMs })
  return {
    turns,
    pages: lane(perNetwork),
    writes: lane(perNetwork, longest.writes),
    login: lane(perNetwork),
    uploads: lane(perNetwork),
    // Providers send the notices of all shoppers from a few addresses.
    payments: lane(all),
  }
}

/** Which places a request needs when it cannot be answered from memory. */
export function laneOf({ method }: Exchange['req'], pathname: string): Lane {
  if (PAYMENT_CALL.test(pathname)) return 'payments'
  if (LOGIN_CALL.test(pathname) || matchScreen(pathname)?.screen === 'login') return 'login'
  return SAFE_METHODS.has(method ?? '') ? 'pages' : 'writes'
}

/** Takes a place for an exchange; 503 try_again with Retry-After when its network has too much under way. */
export async function enterLane(lanes: Lanes, lane: Lane, { address, gone }: Exchange): Promise<Leave> {
  const leave = await lanes[lane].enter(networkOf(address), gone)
  if (leave === undefined) throw new BusyError()
  if (lane !== 'uploads') await lanes.turns.next(lane === 'login' || lane === 'payments')
  return leave
}

/** There is no place for this request now. */
export class BusyError extends ProblemError {
  constructor() {
    super(503, 'try_again', { headers: { 'Retry-After': String(RETRY_AFTER_S) } })
  }
}
