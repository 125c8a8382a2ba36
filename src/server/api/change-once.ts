import type { Contract } from '../../contracts/calls/contract.ts'
import { dayMs } from '../../domain/durations.ts'
import type { Shop } from '../ordering/shop.ts'
import { audited, type AuditedAction } from '../platform/audit/audit.ts'
import { jsonColumn } from '../platform/db/json-columns.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import { hashSecret, newId } from '../platform/ids.ts'
import { claimRequest, storeAnswer, storedAnswer } from './answer-queries.ts'
import type { ApiRequest } from './api-endpoint.ts'

const retentionMs = dayMs
const idempotencyKey = /^[!-~]{1,255}$/

/** A change: what the audit log says of it, what it does, and how its answer is read and checked. */
type Change<Answer> = {
  readonly action: Omit<AuditedAction, 'guard'>
  readonly run: (shop: Shop, actor: string) => Promise<unknown>
  readonly answer: () => Promise<Answer>
  readonly schema: { parse: (value: unknown) => Answer }
}

/** Thrown in the transaction of a request that was carried out already. */
class CarriedOut extends Error {
  override readonly name = 'CarriedOut'
}

/**
 * Carries out a change once per Idempotency-Key: the key is claimed in the change's own transaction, so that of two
 * requests at once, or after a crash, one has an effect. The same request gets the same answer for 24 hours, another
 * one with the same key 422. What is refused changes nothing and claims nothing.
 */
export async function changeOnce<C extends Contract, Answer>(
  request: ApiRequest<C>,
  change: Change<Answer>,
): Promise<Answer> {
  const { shop, key } = request
  const requestKey = requestKeyOf(request)
  const since = new Date(shop.now().getTime() - retentionMs).toISOString()
  const actor = { staffId: null, name: `API: ${key.name}`, address: request.call.clientAddress }
  const action: AuditedAction = {
    ...change.action,
    guard: async (trx) => {
      const row = {
        id: newId(shop.now().getTime()),
        key_id: requestKey.keyId,
        idempotency_key: requestKey.idempotencyKey,
        request: requestKey.request,
        answer: null,
        created_at: shop.now().toISOString(),
      }
      if (!(await claimRequest(trx, row, since))) throw new CarriedOut()
    },
  }
  if (!(await storedAnswer(shop.db, requestKey, since)))
    try {
      await audited(shop, actor, action, (services) => change.run(services, actor.name))
    } catch (error) {
      if (!(error instanceof CarriedOut)) throw error
      // The twin may be done but not on disk yet (sqlite-writer.ts): a commit of our own waits for it.
      await shop.db.transaction().execute((trx) => storedAnswer(trx, requestKey, since))
    }
  return answerOf(shop, requestKey, since, change)
}

type RequestKey = { keyId: string; idempotencyKey: string; request: string }

function requestKeyOf<C extends Contract>({ key, call, body }: ApiRequest<C>): RequestKey {
  const sent = call.request.headers.get('Idempotency-Key') ?? ''
  if (!idempotencyKey.test(sent))
    throw new ProblemError(400, 'idempotency_key_missing', {
      detail: 'Send the header Idempotency-Key: 1 to 255 visible characters, another one for each change.',
    })
  const { pathname } = new URL(call.request.url)
  const request = hashSecret(`${call.request.method} ${pathname}\n${JSON.stringify(body)}`)
  return { keyId: key.id, idempotencyKey: sent, request }
}

/** The answer that is kept; the first one to be kept is everybody's. */
async function answerOf<Answer>(
  { db }: Shop,
  requestKey: RequestKey,
  since: string,
  { answer, schema }: Change<Answer>,
): Promise<Answer> {
  const stored = await storedAnswer(db, requestKey, since)
  if (!stored) throw new Error('The request was carried out, but not claimed.')
  if (stored.request !== requestKey.request)
    throw new ProblemError(422, 'idempotency_key_reused', {
      detail: 'This Idempotency-Key was sent with another request.',
    })
  const codec = jsonColumn(schema)
  if (stored.answer !== null) return codec.read(stored.answer)
  await storeAnswer(db, stored.id, JSON.stringify(await answer()))
  const now = await storedAnswer(db, requestKey, since)
  return now?.answer ? codec.read(now.answer) : answer()
}
