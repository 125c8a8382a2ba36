import { createHmac, randomBytes } from 'node:crypto'

type Fields = Record<string, unknown>
type Metadata = Record<string, string>

export type FakeIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  status: string
  captured: number
  refunded: number
  metadata: Metadata
  customer: string | null
  payment_method: string | null
}
export type FakeSession = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  payment_intent: string | null
  metadata: Metadata
  asked: Fields
}
export type FakeRefund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: string
  metadata: Metadata
  failure_reason?: string
}
export type FakeDispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  status: string
  payment_intent: string
  balance_transactions: { id: string; amount: number; fee: number; currency: string; reporting_category: string }[]
}
export type SignedEvent = { id: string; body: string; headers: Headers }

/** A refusal in Stripe's wording. */
export class FakeRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The fake Stripe says ${code}.`)
    this.status = status
    this.code = code
  }
}

const newId = (kind: string) => `${kind}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`

/** A fake Stripe account: its payments, what shoppers do on its pages, and its signed events. */
export class FakeLedger {
  readonly sessions = new Map<string, FakeSession>()
  readonly intents = new Map<string, FakeIntent>()
  readonly refunds: FakeRefund[] = []
  readonly disputes = new Map<string, FakeDispute>()
  /** Saved cards of the account, and how each charge ends. */
  readonly cards = new Map<string, 'good' | 'card_declined' | 'authentication_required' | 'slow'>()
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  session(id: string | null): FakeSession {
    const found = id === null ? undefined : this.sessions.get(id)
    if (!found) throw new FakeRefusal(404, 'resource_missing')
    return found
  }

  intent(id: string): FakeIntent {
    const found = this.intents.get(id)
    if (!found) throw new FakeRefusal(404, 'resource_missing')
    return found
  }

  createSession(asked: Fields): FakeSession {
    const price = at(at(at(asked, 'line_items'), '0'), 'price_data')
    const amount = Number(at(price, 'unit_amount'))
    if (asked['mode'] !== 'payment' || !(amount > 0)) throw new FakeRefusal(400, 'parameter_invalid')
    const id = newId('cs_test')
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: String(at(price, 'currency')),
      payment_intent: null,
      metadata: at(asked, 'metadata') as Metadata,
      asked,
    }
    this.sessions.set(id, session)
    return session
  }

  expire(id: string): FakeSession {
    const session = this.session(id)
    if (session.status !== 'open') throw new FakeRefusal(400, 'session_not_open')
    return Object.assign(session, { status: 'expired', url: null })
  }

  /** The shopper pays on the hosted page; `late` is a payment method whose money arrives days later. */
  pay(id: string, how: { amount?: number; currency?: string; late?: boolean } = {}): FakeSession {
    const session = this.session(id)
    if (session.status !== 'open') throw new Error(`Session ${id} is ${session.status}.`)
    const data = at(session.asked, 'payment_intent_data')
    const manual = at(data, 'capture_method') === 'manual'
    Object.assign(session, {
      amount_total: how.amount ?? session.amount_total,
      currency: how.currency ?? session.currency,
    })
    const { amount_total: amount, currency } = session
    const status = how.late ? 'processing' : manual ? 'requires_capture' : 'succeeded'
    const storesCard =
      at(data, 'setup_future_usage') === 'off_session' && session.asked['customer_creation'] === 'always'
    const intent = this.#newIntent({
      amount,
      currency,
      status,
      metadata: at(data, 'metadata') as Metadata,
      customer: storesCard ? newId('cus') : null,
      payment_method: newId('pm'),
    })
    if (storesCard) this.cards.set(intent.payment_method ?? '', 'good')
    return Object.assign(session, {
      status: 'complete',
      url: null,
      payment_intent: intent.id,
      payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
    })
  }

  /** A payment without the shopper, with a saved card. */
  createIntent(asked: Fields): FakeIntent {
    const [amount, method] = [Number(asked['amount']), String(asked['payment_method'])]
    const card = this.cards.get(method)
    const isOffSession = asked['off_session'] === 'true' && asked['confirm'] === 'true'
    if (!card || !isOffSession || !(amount > 0) || typeof asked['customer'] !== 'string' || !asked['return_url'])
      throw new FakeRefusal(400, 'parameter_invalid')
    const manual = asked['capture_method'] === 'manual'
    const status =
      card === 'slow'
        ? 'processing'
        : card === 'good'
          ? manual
            ? 'requires_capture'
            : 'succeeded'
          : 'requires_payment_method'
    const intent = this.#newIntent({
      amount,
      currency: String(asked['currency']),
      status,
      metadata: at(asked, 'metadata') as Metadata,
      customer: asked['customer'],
      payment_method: method,
    })
    if (status === 'requires_payment_method') throw new FakeRefusal(402, card)
    return intent
  }

  #newIntent(of: Omit<FakeIntent, 'id' | 'object' | 'captured' | 'refunded'>): FakeIntent {
    const intent: FakeIntent = {
      ...of,
      id: newId('pi'),
      object: 'payment_intent',
      captured: of.status === 'succeeded' ? of.amount : 0,
      refunded: 0,
    }
    this.intents.set(intent.id, intent)
    return intent
  }

  /** The result of a late payment method. */
  settle(id: string, status: 'succeeded' | 'requires_payment_method'): FakeSession {
    const session = this.session(id)
    const intent = this.intent(session.payment_intent ?? '')
    Object.assign(intent, { status, captured: status === 'succeeded' ? intent.amount : 0 })
    return Object.assign(session, { payment_status: status === 'succeeded' ? 'paid' : 'unpaid' })
  }

  capture(id: string, amount: number | undefined): FakeIntent {
    const intent = this.intent(id)
    if (intent.status !== 'requires_capture') throw new FakeRefusal(400, 'payment_intent_unexpected_state')
    return Object.assign(intent, { status: 'succeeded', captured: amount ?? intent.amount })
  }

  cancelIntent(id: string): FakeIntent {
    const intent = this.intent(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new FakeRefusal(400, 'payment_intent_unexpected_state')
    return Object.assign(intent, { status: 'canceled' })
  }

  refund(asked: Fields): FakeRefund {
    const intent = this.intent(String(asked['payment_intent']))
    const amount = Number(asked['amount'] ?? intent.captured - intent.refunded)
    if (intent.refunded + amount > intent.captured) throw new FakeRefusal(400, 'charge_already_refunded')
    intent.refunded += amount
    const refund: FakeRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: at(asked, 'metadata') as Metadata,
    }
    this.refunds.push(refund)
    return refund
  }

  /** The bank of the shopper sends a refund back. */
  failRefund(refund: FakeRefund, reason = 'lost_or_stolen_card'): FakeRefund {
    this.intent(refund.payment_intent).refunded -= refund.amount
    return Object.assign(refund, { status: 'failed', failure_reason: reason })
  }

  /** A bank opens a dispute of a payment. */
  openDispute(payment: string, amount: number, status = 'needs_response'): FakeDispute {
    const { currency } = this.intent(payment)
    const id = newId('du')
    const dispute = { id, object: 'dispute', amount, currency, status, payment_intent: payment } as const
    const opened: FakeDispute = { ...dispute, balance_transactions: [] }
    this.disputes.set(id, opened)
    return opened
  }

  /** The bank takes money of a dispute back, or gives it back; `id` is the transaction that a payout has too. */
  moveDisputed(dispute: FakeDispute, amount: number, id = newId('txn')): string {
    const reporting_category = amount < 0 ? 'dispute' : 'dispute_reversal'
    const { currency } = dispute
    dispute.balance_transactions.push({ id, amount, fee: amount < 0 ? 15_000 : 0, currency, reporting_category })
    return id
  }

  dispute(id: string): FakeDispute {
    const found = this.disputes.get(id)
    if (!found) throw new FakeRefusal(404, 'resource_missing')
    return found
  }

  /** The refunds of a payment, the newest first. */
  refundsOf(payment: unknown): Fields {
    const data = this.refunds.filter((each) => each.payment_intent === payment).toReversed()
    return { object: 'list', url: '/v1/refunds', has_more: false, data }
  }

  /** An event as Stripe posts it, signed at `now`. */
  event(type: string, object: unknown, now: Date): SignedEvent {
    const id = newId('evt')
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      livemode: false,
      data: { object },
    })
    return { id, body, headers: this.sign(body, now) }
  }

  sign(body: string, now: Date): Headers {
    const time = Math.floor(now.getTime() / 1000)
    const signature = createHmac('sha256', this.#secret).update(`${time}.${body}`).digest('hex')
    return new Headers({ 'stripe-signature': `t=${time},v1=${signature}` })
  }

  /** The charge of a payment, as in charge.refunded. */
  charge(id: string): Fields {
    const { amount, currency, refunded, metadata } = this.intent(id)
    return {
      id: newId('ch'),
      object: 'charge',
      amount,
      amount_refunded: refunded,
      currency,
      payment_intent: id,
      metadata,
    }
  }
}

function at(fields: unknown, name: string): unknown {
  return typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined
}
