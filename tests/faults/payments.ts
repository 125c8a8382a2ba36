import { faultsAt, type Place } from './fault.ts'

const room = 'src/server/payments'
const [complete, queries, refunds] = [`${room}/complete-order.ts`, `${room}/queries.ts`, `${room}/refund-queries.ts`]
const [stripe, client, notices] = [`${room}/providers/stripe.ts`, `${room}/providers/stripe-client.ts`, `${room}/providers/stripe-notices.ts`]

const test = {
  complete: ['tests/server/payments/complete-order.test.ts'],
  late: ['tests/server/payments/late-payment.test.ts'],
  refund: ['tests/server/payments/refund-payment.test.ts'],
  slow: ['tests/server/payments/slow-provider.test.ts'],
  stripe: ['tests/server/payments/stripe.test.ts'],
  webhook: ['tests/server/payments/webhook.test.ts'],
} as const

const places: readonly Place[] = [
  { name: 'amount is compared', file: complete, from: 'if (notice.amount !== attempt.amount || ', to: ['if ('], tests: test.complete },
  { name: 'currency is compared', file: complete, from: ' || notice.currency !== attempt.currency) return differs', to: [') return differs'], tests: test.complete },
  { name: 'a repeat stops', file: complete, from: "  if (!isNew) return 'duplicate'\n", to: [''], tests: test.complete },
  { name: 'ordered anew is held', file: complete, from: '(!mayRevive || await liveOrderOf(trx, order.checkout_id))', to: ['!mayRevive'], tests: test.late },
  { name: 'second payment goes back', file: complete, from: "  if (await giveBackSecondPayment(trx, order, attempt.id, now)) return 'given_back'\n", to: [''], tests: test.late },
  { name: 'paid once', file: queries, from: ".where('id', '=', id).where('status', '<>', 'succeeded')", to: [".where('id', '=', id)"], tests: test.complete },
  { name: 'no after yes', file: queries, from: ".where('status', '=', 'started').executeTakeFirst()\n  return", to: ['.executeTakeFirst()\n  return'], tests: test.complete },
  { name: 'refund within captured', file: refunds, from: "'<=', row.ref('captured')", to: ["'<', row.ref('captured')", "'>=', row.ref('captured')"], tests: test.refund },
  { name: 'new key after a no', file: `${room}/carry-out-refund.ts`, from: 'refusals === 0 ? id : ', to: ['refusals >= 0 ? id : '], tests: test.refund },
  { name: 'language of a reference', file: `${room}/start-payment.ts`, from: 'attempt.language === language', to: ['attempt.language !== language', 'attempt.language !== null'], tests: test.stripe },
  { name: 'patience', file: `${room}/in-time.ts`, from: 'patienceMs = 5_000', to: ['patienceMs = 6_500'], tests: test.slow },
  { name: 'one page per attempt', file: stripe, from: '{ idempotencyKey: attempt.id }', to: ['{}'], tests: test.slow },
  { name: 'tolerance of Stripe', file: stripe, from: 'toleranceSeconds = 300', to: ['toleranceSeconds = 301', 'toleranceSeconds = 0'], tests: test.stripe },
  { name: 'tolerance of the sandbox', file: `${room}/providers/sandbox.ts`, from: '<= toleranceSeconds', to: ['<= toleranceSeconds + 2', '< toleranceSeconds - 1'], tests: test.webhook },
  { name: 'a definite no', file: client, from: 'definite.has(', to: ['!definite.has('], tests: test.slow },
  { name: 'money on its way', file: notices, from: "session.payment_status === 'unpaid' ? { notice: null, session: session.id } : ", to: [''], tests: test.stripe },
  { name: 'somebody else\'s session', file: notices, from: 'const attemptId = session.metadata?.attempt_id', to: ["const attemptId = session.metadata?.attempt_id ?? ''"], tests: test.stripe },
]

/** The rules about money that comes and goes, each with the slips that would charge, confirm or give back wrongly. */
export const payments = faultsAt(places)
