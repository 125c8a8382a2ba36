import { RateLimiterMemory } from 'rate-limiter-flexible'

export type RateLimits = { trackOrder: RateLimiterMemory; clientErrors: RateLimiterMemory }

/** Limits per client address in this process, in points per duration in seconds. */
export function createRateLimits(): RateLimits {
  return {
    trackOrder: new RateLimiterMemory({ points: 20, duration: 600 }),
    clientErrors: new RateLimiterMemory({ points: 30, duration: 60 }),
  }
}

/** Uses one point of a key; tells whether there was one left. */
export async function isWithin(limit: RateLimiterMemory, key: string): Promise<boolean> {
  return limit.consume(key).then(() => true, () => false)
}
