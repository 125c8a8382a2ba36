import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FakeLedger, FakeRefusal } from './fake-stripe-ledger.ts'

const fakeKey = 'sk_test_fake'
export const fakeSecret = 'whsec_fake'

type Fields = Record<string, unknown>
export type FakeRequest = { method: string; path: string; key: string | undefined; fields: Fields }

/**
 * How the next requests are handled: `lost` does what was asked and never answers, `hang` does nothing and never
 * answers, a number is an error status.
 */
export type Mood = 'well' | 'lost' | 'hang' | number

type Kept = { fields: string; status: number; answer: unknown }

/**
 * Stripe's documented HTTP API as used by a shop with hosted Checkout: form-encoded requests, bearer keys, idempotency
 * keys that repeat the first answer and reject other parameters, and errors in Stripe's format.
 */
export class FakeStripe extends FakeLedger {
  readonly requests: FakeRequest[] = []
  mood: Mood = 'well'
  /** Requests, such as `POST /v1/refunds`, that are carried out but never answered. */
  readonly unanswered = new Set<string>()
  readonly #kept = new Map<string, Kept>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async start(): Promise<FakeStripe> {
    const stripe = new FakeStripe(fakeSecret)
    stripe.#server.listen(0, '127.0.0.1')
    await once(stripe.#server, 'listening')
    return stripe
  }

  /** The settings of a shop that uses this server. */
  get env() {
    const { port } = this.#server.address() as AddressInfo
    return {
      STRIPE_SECRET_KEY: fakeKey,
      STRIPE_WEBHOOK_SECRET: fakeSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.test')
    const key = request.headers['idempotency-key']
    const asked: FakeRequest = {
      method: request.method ?? 'GET',
      path: pathname,
      key: typeof key === 'string' ? key : undefined,
      fields: readForm(body || search.slice(1)),
    }
    this.requests.push(asked)
    const { mood } = this
    if (mood === 'hang') return
    const { status, answer } =
      request.headers.authorization === `Bearer ${fakeKey}`
        ? this.#once(asked, body, mood)
        : refusal(401, 'api_key_invalid')
    if (mood === 'lost' || this.unanswered.has(`${asked.method} ${asked.path}`)) return
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_fake' })
      .end(JSON.stringify(answer))
  }

  /** The same key repeats the answer; with other parameters it is an error. */
  #once(asked: FakeRequest, fields: string, mood: Mood): Kept {
    const known = asked.key === undefined ? undefined : this.#kept.get(asked.key)
    if (known && known.fields !== fields)
      return { fields, ...refusal(400, 'idempotency_key_in_use', 'idempotency_error') }
    if (known) return known
    const made = {
      fields,
      ...(typeof mood === 'number'
        ? refusal(mood, 'fake_trouble', mood >= 500 ? 'api_error' : undefined)
        : this.#carryOut(asked)),
    }
    // A 5xx may not be stored; a refusal of a request that was carried out is stored.
    if (asked.key !== undefined && made.status < 500) this.#kept.set(asked.key, made)
    return made
  }

  #carryOut({ method, path, fields }: FakeRequest): { status: number; answer: unknown } {
    const [resource, id = '', verb = ''] = path.replace(/^\/v1\/(checkout\/)?/, '').split('/')
    try {
      const answer = this.#route(`${method} ${resource}${id && '/id'}${verb && `/${verb}`}`, id, fields)
      return answer === undefined ? refusal(404, 'resource_missing') : { status: 200, answer: structuredClone(answer) }
    } catch (error) {
      if (error instanceof FakeRefusal) return refusal(error.status, error.code)
      throw error
    }
  }

  #route(what: string, id: string, fields: Fields): unknown {
    switch (what) {
      case 'POST sessions':
        return this.createSession(fields)
      case 'GET sessions/id':
        return this.#expanded(id)
      case 'POST sessions/id/expire':
        return this.expire(id)
      case 'POST payment_intents':
        return this.createIntent(fields)
      case 'GET payment_intents/id':
        return { ...this.intent(id), amount_received: this.intent(id).captured }
      case 'POST payment_intents/id/capture':
        return this.capture(
          id,
          fields['amount_to_capture'] === undefined ? undefined : Number(fields['amount_to_capture']),
        )
      case 'POST payment_intents/id/cancel':
        return this.cancelIntent(id)
      case 'GET disputes/id':
        return this.dispute(id)
      case 'GET refunds':
        return this.refundsOf(fields['payment_intent'])
      case 'POST refunds':
        return this.refund(fields)
      default:
        return undefined
    }
  }

  #expanded(id: string): unknown {
    const session = this.session(id)
    return { ...session, payment_intent: session.payment_intent && this.intent(session.payment_intent) }
  }
}

function refusal(status: number, code: string, type = 'invalid_request_error') {
  return { status, answer: { error: { type, code, message: `The fake Stripe says ${code}.` } } }
}

/** Parses `a[b][0]=x` into nested records, like Stripe. */
function readForm(text: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let inner = fields
    for (const part of path) inner = (inner[part] ??= {}) as Fields
    inner[last] = value
  }
  return fields
}
