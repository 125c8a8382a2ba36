export type CouponFault =
  | 'coupon_unknown'
  | 'coupon_code'
  | 'coupon_empty'
  | 'coupon_period'
  | 'coupon_targets'
  | 'coupon_taken'
  | 'coupon_limit'
  | 'coupon_personal'

/**
 * A coupon that cannot be made or changed: the message is a sentence for the operator, `fault` and `values` are what
 * other screens say it by.
 */
export class CouponError extends Error {
  override readonly name = 'CouponError'
  readonly fault: CouponFault
  readonly values: Readonly<Record<string, string | number>>

  constructor(fault: CouponFault, message: string, values: Readonly<Record<string, string | number>> = {}) {
    super(message)
    this.fault = fault
    this.values = values
  }
}
