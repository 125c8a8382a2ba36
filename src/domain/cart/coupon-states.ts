/** Where a coupon is in its life: `stopped` by somebody, `over` by its last day, `used_up` by its limit. */
export const couponStates = ['runs', 'to_come', 'over', 'used_up', 'stopped'] as const
export type CouponState = (typeof couponStates)[number]

/** What a coupon does; one may do several of these. */
export const couponKinds = ['percent', 'amount', 'delivery', 'gift'] as const
export type CouponKind = (typeof couponKinds)[number]

/** What decides a coupon's state: moments are UTC ISO. */
type Life = {
  stopped_at: string | null
  starts_at: string | null
  ends_at: string | null
  usage_limit: number | null
  used: number
}

/** The state of a coupon at a moment (UTC ISO); only one that `runs` is accepted. */
export function couponState({ stopped_at: stopped, ends_at: end, ...life }: Life, at: string): CouponState {
  if (stopped !== null && stopped <= at) return 'stopped'
  if (end !== null && end <= at) return 'over'
  if (life.usage_limit !== null && life.used >= life.usage_limit) return 'used_up'
  return life.starts_at !== null && life.starts_at > at ? 'to_come' : 'runs'
}
