import { RateLimiterMemory } from 'rate-limiter-flexible'

export type RateLimits = Record<
  'trackOrder' | 'clientErrors' | 'codesByAddress' | 'codesBySession' | 'loginByAddress' | 'loginByAccount' | 'loginByDevice' | 'loginMailsByAddress' | 'loginMailsByAccount' | 'alertsByAddress' | 'alertsByEmail'
  | 'orderFilesByCustomer' | 'vatChecks',
  RateLimiterMemory
>

/** Limits per client address or session in this process, in points per duration in seconds. */
export function createRateLimits(): RateLimits {
  return {
    trackOrder: new RateLimiterMemory({ points: 20, duration: 600 }),
    clientErrors: new RateLimiterMemory({ points: 30, duration: 60 }),
    codesByAddress: new RateLimiterMemory({ points: 60, duration: 600 }),
    codesBySession: new RateLimiterMemory({ points: 12, duration: 600 }),
    loginByAddress: new RateLimiterMemory({ points: 30, duration: 600 }),
    loginByAccount: new RateLimiterMemory({ points: 20, duration: 3600 }),
    loginByDevice: new RateLimiterMemory({ points: 10, duration: 900 }),
    loginMailsByAddress: new RateLimiterMemory({ points: 20, duration: 3600 }),
    orderFilesByCustomer: new RateLimiterMemory({ points: 60, duration: 600 }),
    vatChecks: new RateLimiterMemory({ points: 30, duration: 600 }),
    loginMailsByAccount: new RateLimiterMemory({ points: 3, duration: 3600 }),
    alertsByAddress: new RateLimiterMemory({ points: 20, duration: 3600 }),
    alertsByEmail: new RateLimiterMemory({ points: 5, duration: 3600 }),
  }
}

/** Uses one point of a key; tells whether there was one left. */
export async function isWithin(limit: RateLimiterMemory, key: string): Promise<boolean> {
  return limit.consume(key).then(() => true, () => false)
}
