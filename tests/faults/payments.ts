import { faultsAt, type Place } from './fault.ts'

const folder = 'src/server/payments'
const orderFolder = 'src/server/ordering/payment'
const complete = `${orderFolder}/complete-order.ts`
const [queries, refunds] = [`${folder}/queries.ts`, `${folder}/refund-queries.ts`]
const [stripe, client, notices] = [
  `${folder}/providers/stripe.ts`,
  `${folder}/providers/stripe-client.ts`,
  `${folder}/providers/stripe-notices.ts`,
]

const test = {
  accepted: ['tests/server/payments/accepted.test.ts'],
  complete: ['tests/server/payments/complete-order.test.ts'],
  kept: ['tests/server/ordering/subscriptions/kept-card.test.ts'],
  late: ['tests/server/payments/late-payment.test.ts'],
  place: ['tests/server/ordering/checkout/place-order.test.ts'],
  refund: ['tests/server/payments/refund-payment.test.ts'],
  slow: ['tests/server/payments/slow-provider.test.ts'],
  stripe: ['tests/server/payments/stripe.test.ts'],
  webhook: ['tests/server/payments/webhook.test.ts'],
} as const

const places: readonly Place[] = [
  {
    name: 'amount is compared',
    file: complete,
    from: 'if (notice.amount !== attempt.amount || ',
    to: ['if ('],
    tests: test.complete,
  },
  {
    name: 'currency is compared',
    file: complete,
    from: ' || notice.currency !== attempt.currency) return holdOtherAmount',
    to: [') return holdOtherAmount'],
    tests: test.complete,
  },
  {
    name: 'a repeat stops',
    file: complete,
    from: "  if (!(await insertPaymentEvent(trx, paymentEvent(provider, notice, action.now)))) return 'duplicate'\n",
    to: ['  await insertPaymentEvent(trx, paymentEvent(provider, notice, action.now))\n'],
    tests: test.complete,
  },
  {
    name: 'ordered anew is held',
    file: complete,
    from: '(!mayRevive || (await liveOrderOf(trx, order.checkout_id)))',
    to: ['!mayRevive'],
    tests: test.late,
  },
  {
    name: 'second payment goes back',
    file: complete,
    from: "  if (await refundSecondPayment(trx, order, attempt.id, action.now)) return 'given_back'\n",
    to: [''],
    tests: test.late,
  },
  {
    name: 'paid once',
    file: queries,
    from: "\n    .where('status', '<>', 'succeeded')",
    to: [''],
    tests: test.complete,
  },
  {
    name: 'no after yes',
    file: queries,
    from: "\n    .where('status', '=', 'started')\n    .executeTakeFirst()\n  return",
    to: ['\n    .executeTakeFirst()\n  return'],
    tests: test.complete,
  },
  {
    name: 'refund within captured',
    file: refunds,
    from: "'<=', row.ref('captured')",
    to: ["'<', row.ref('captured')", "'>=', row.ref('captured')"],
    tests: test.refund,
  },
  {
    name: 'new key after a no',
    file: `${orderFolder}/carry-out-refund.ts`,
    from: 'refusals === 0 ? id : ',
    to: ['refusals >= 0 ? id : '],
    tests: test.refund,
  },
  {
    name: 'language of a reference',
    file: `${orderFolder}/start-payment.ts`,
    from: 'attempt.language === language',
    to: ['attempt.language !== language', 'attempt.language !== null'],
    tests: test.stripe,
  },
  {
    name: 'provider timeout',
    file: `${folder}/in-time.ts`,
    from: 'timeoutMs = 4_500',
    to: ['timeoutMs = 6_500'],
    tests: test.slow,
  },
  { name: 'one page per attempt', file: stripe, from: '{ idempotencyKey: attempt.id }', to: ['{}'], tests: test.slow },
  {
    name: 'tolerance of Stripe',
    file: stripe,
    from: 'toleranceSeconds = 300',
    to: ['toleranceSeconds = 301', 'toleranceSeconds = 0'],
    tests: test.stripe,
  },
  {
    name: 'tolerance of the sandbox',
    file: `${folder}/providers/sandbox.ts`,
    from: '<= toleranceSeconds',
    to: ['<= toleranceSeconds + 2', '< toleranceSeconds - 1'],
    tests: test.webhook,
  },
  { name: 'a definite no', file: client, from: 'definite.has(', to: ['!definite.has('], tests: test.slow },
  {
    name: 'money on its way',
    file: notices,
    from: "session.payment_status === 'unpaid'\n",
    to: ['false\n'],
    tests: test.stripe,
  },
  {
    name: "somebody else's session",
    file: notices,
    from: 'const attemptId = session.metadata?.attempt_id',
    to: ["const attemptId = session.metadata?.attempt_id ?? ''"],
    tests: test.stripe,
  },
  {
    name: 'accepted order keeps its units',
    file: `${orderFolder}/acceptance.ts`,
    from: ', expires_at: null',
    to: [''],
    tests: test.accepted,
  },
  {
    name: 'accepted order is heard of',
    file: `${orderFolder}/acceptance.ts`,
    from: '    paymentEvent: paymentEvent(provider, notice, now),\n',
    to: [''],
    tests: test.accepted,
  },
  {
    name: 'one charge per attempt',
    file: stripe,
    from: '{ idempotencyKey: `repeat:${attempt.id}` }',
    to: ['{}'],
    tests: test.kept,
  },
  {
    name: 'no page beside a charge',
    file: `${orderFolder}/start-payment.ts`,
    from: '  if (attempt.repeats !== null) return paymentResult(order)\n',
    to: [''],
    tests: test.kept,
  },
  {
    name: 'no page shown beside a charge',
    file: queries,
    from: "\n    .where('repeats', 'is', null)\n    .executeTakeFirst()",
    to: ['\n    .executeTakeFirst()'],
    tests: test.kept,
  },
  {
    name: 'nobody asked beside a charge',
    file: 'src/server/ordering/renewals/renew.ts',
    from: "(await pay(shop, subscription, result.attemptId)) === 'unknown'",
    to: ["(await pay(shop, subscription, result.attemptId)) === 'paid'"],
    tests: test.kept,
  },
  {
    name: 'a lost charge is asked for again',
    file: 'src/server/jobs/reconcile-payments.ts',
    from: '  if (attempt.repeats !== null) return repeatPayment(shop, attempt.id, attempt.repeats)\n',
    to: [''],
    tests: test.kept,
  },
  {
    name: 'the newest card',
    file: 'src/server/ordering/subscriptions/queries.ts',
    from: ".orderBy('created_at', 'desc')\n    .limit(1)\n    .executeTakeFirst()\n  return row?.payment_reference",
    to: [".orderBy('created_at')\n    .limit(1)\n    .executeTakeFirst()\n  return row?.payment_reference"],
    tests: test.kept,
  },
  {
    name: "a hosted page's own payment",
    file: notices,
    from: 'intent.metadata?.[repeatedMark] === undefined ? null : ',
    to: [''],
    tests: test.kept,
  },
  {
    name: "only a subscriber's card",
    file: stripe,
    from: "...(storesCard ? { setup_future_usage: 'off_session' } : {})",
    to: ["setup_future_usage: 'off_session'"],
    tests: test.kept,
  },
  {
    name: 'the cart as it is now',
    file: 'src/server/ordering/checkout/lock-priced-cart.ts',
    from: 'early && isDeepStrictEqual(content, expected)',
    to: ['early'],
    tests: test.place,
  },
]

/** The rules for payments and refunds, each with mutations that would charge, confirm or refund wrongly. */
export const payments = faultsAt(places)
