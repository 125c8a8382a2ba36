import { matchScreen } from '../../../routes.ts'
import type { Env } from '../env.ts'
import { Turns } from '../turns.ts'
import { Admission, type Leave } from './admission.ts'
import { ProblemError } from './answers/problem.ts'
import type { Exchange } from './exchange.ts'
import { networkOf } from './network.ts'

/** Kinds of work with separate slots, so that a network that uses all page slots can still reach the login. */
export type Lane = 'pages' | 'writes' | 'login' | 'payments' | 'uploads'
export type Lanes = Readonly<Record<Lane, Admission>> & { readonly turns: Turns }
export type LaneLimits = Pick<Env, 'REQUESTS_AT_ONCE' | 'REQUESTS_PER_NETWORK'>

/** Longest wait for a slot in milliseconds: a page is easily reloaded, an order is worth a longer wait. */
const maxLaneWaitMs = { pages: 5_000, writes: 20_000 }
export const retryAfterSeconds = 2
/** Waiting requests per slot. Waiting is cheap and turns an office's burst of requests into a short delay. */
const waitingPerPlace = 4
const loginPath = /^\/api\/(?:order-)?auth\//
const paymentPath = /^\/api\/payments\//
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createLanes(
  { REQUESTS_AT_ONCE: all, REQUESTS_PER_NETWORK: perNetwork }: LaneLimits,
  { longest = maxLaneWaitMs, turns = new Turns() } = {},
): Lanes {
  const lane = (own: number, maxWaitMs = longest.pages) =>
    new Admission({ all, perNetwork: own, waiting: own * waitingPerPlace, maxWaitMs })
  return {
    turns,
    pages: lane(perNetwork),
    writes: lane(perNetwork, longest.writes),
    login: lane(perNetwork),
    uploads: lane(perNetwork),
    // Providers send the notices of all shoppers from a few addresses, so one network may use all slots.
    payments: lane(all),
  }
}

/** Returns the lane of a request that cannot be answered from memory. */
export function laneOf({ method }: Exchange['req'], pathname: string): Lane {
  // Only notices: a shopper who returns from a payment is one of many, and waits like somebody who orders.
  if (paymentPath.test(pathname)) return safeMethods.has(method ?? '') ? 'writes' : 'payments'
  if (loginPath.test(pathname) || matchScreen(pathname)?.screen === 'login') return 'login'
  return safeMethods.has(method ?? '') ? 'pages' : 'writes'
}

/** Takes a slot for a request; throws 503 try_again with Retry-After when its network has too many requests running. */
export async function enterLane(lanes: Lanes, lane: Lane, { address, gone }: Exchange): Promise<Leave> {
  const leave = await lanes[lane].enter(networkOf(address), gone)
  if (leave === undefined) throw new BusyError()
  if (lane !== 'uploads') await lanes.turns.next(lane === 'login' || lane === 'payments')
  return leave
}

/** There is no free slot for this request. */
export class BusyError extends ProblemError {
  constructor() {
    super(503, 'try_again', { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
}
