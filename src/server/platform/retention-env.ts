import { z } from 'zod'

const period = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).pipe(z.int(message).min(min, message).max(max, message)).optional()
}

/**
 * Retention periods of personal data (docs/decisions/0031), in days; bookkeeping in calendar years after the order's
 * own. Each takes precedence over the setting of the same name.
 */
export const retentionVariables = {
  RETENTION_CHECKOUT_FORM_DAYS: period(1, 365),
  RETENTION_CART_DAYS: period(1, 730),
  RETENTION_SAVED_CART_DAYS: period(1, 3650),
  RETENTION_OUTBOX_DAYS: period(5, 365),
  RETENTION_PAYMENT_EVENT_DAYS: period(30, 3650),
  RETENTION_ALERT_DAYS: period(30, 3650),
  RETENTION_REQUEST_DAYS: period(120, 3650),
  RETENTION_CONTACT_DAYS: period(30, 3650),
  RETENTION_BOOKKEEPING_YEARS: period(7, 30),
}
