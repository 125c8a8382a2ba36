import { setTimeout as sleep } from 'node:timers/promises'
import { formKeyField } from '../../../contracts/console/form-key.ts'
import { aroundTransactions } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Fields } from '../../platform/http/read-form.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import type { ConsoleContext } from './console-context.ts'
import { seal, unseal } from './seal-answer.ts'
import { claimForm, keepFormAnswer, releaseForm, sentForm } from './sent-forms-queries.ts'

/** What an action leads to: an address, nothing for the same screen, an answer of its own, or content to show once. */
export type Outcome = string | void | Response | { readonly content: unknown; readonly isQuestion?: boolean }

/** How long the answer of a first sending is awaited after what it made is stored: it follows in milliseconds. */
const [tries, pauseMs] = [20, 50]

/** Thrown in the transaction of a form that was carried out already. */
class CarriedOut extends Error {
  override readonly name = 'CarriedOut'
}

type Sent = { readonly id: string; readonly key: string }

/**
 * A form that carries a key, by who sent it, where to and what it says; undefined for one without a key. The same key
 * with other fields is another form: somebody went back and typed something else.
 */
export function sentOf({ session, request }: ConsoleContext, fields: Fields): Sent | undefined {
  const key = fields.find(([name]) => name === formKeyField)?.[1]
  if (typeof key !== 'string' || !/^[\w-]{20,64}$/.test(key)) return undefined
  const content = fields.filter(([name]) => !name.startsWith('factor:')).map(([name, value]) => [name, wordsOf(value)])
  return { key, id: hashSecret(JSON.stringify([session.staff.id, request.url.pathname, content])) }
}

const wordsOf = (value: FormDataEntryValue) =>
  typeof value === 'string' ? value : [value.name, value.size, value.type]

/**
 * Carries out an action once per form: the form is claimed in the action's first transaction, so that of two sendings
 * at once, or after a crash, one has an effect. The other gets the first one's answer. What is refused, asks something
 * or sends a file claims nothing: the other is then carried out as well.
 */
export async function runOnce(
  context: ConsoleContext,
  sent: Sent,
  run: (context: ConsoleContext) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await runOrWait(context, sent, run)
  return outcome === released ? runOnce(context, sent, run) : outcome
}

/** The result of a form that waited for an earlier sending of itself, which then claimed nothing. */
const released = Symbol('released')

async function runOrWait(
  context: ConsoleContext,
  sent: Sent,
  run: (context: ConsoleContext) => Promise<Outcome>,
): Promise<Outcome | typeof released> {
  const { shop } = context
  const row = { id: sent.id, sending: newId(), answer: null, created_at: shop.now().toISOString() }
  let isClaimed = false
  const claiming = async <Value>(trx: DatabaseTransaction, work: () => Promise<Value>): Promise<Value> => {
    if (!isClaimed && !(await claimForm(trx, row))) throw new CarriedOut()
    return work()
  }
  const db = aroundTransactions(shop.db, claiming, () => (isClaimed = true))
  try {
    const outcome = await run({ ...context, shop: { ...shop, db } })
    if (!isClaimed) return outcome
    if (isMade(outcome)) await keepFormAnswer(shop.db, sent.id, sealed(outcome, sent.key))
    else await releaseForm(shop.db, sent.id)
    return outcome
  } catch (error) {
    if (isClaimed) await releaseForm(shop.db, sent.id)
    // What the first one made may be why the second is refused: a name that is taken, a version that has changed.
    else if (error instanceof CarriedOut) return firstAnswer(context, sent)
    else if (await sentForm(shop.db, sent.id)) {
      const first = await firstAnswer(context, sent)
      if (first !== released) return first
    }
    throw error
  }
}

function isMade(outcome: Outcome): outcome is Exclude<Outcome, Response> {
  return !(outcome instanceof Response) && !(typeof outcome === 'object' && outcome.isQuestion)
}

/** The answer of a form that was carried out; undefined for one that was not, or not answered yet. */
export async function storedOutcome({ shop }: ConsoleContext, sent: Sent): Promise<{ outcome: Outcome } | undefined> {
  const stored = await sentForm(shop.db, sent.id)
  return stored?.answer ? { outcome: decryptedOutcome(stored.answer, sent.key) } : undefined
}

async function firstAnswer(context: ConsoleContext, sent: Sent): Promise<Outcome | typeof released> {
  // The first may be done but not on disk yet (sqlite-writer.ts): a commit of our own waits for it.
  await context.shop.db.transaction().execute((trx) => sentForm(trx, sent.id))
  for (let at = 0; at < tries; at += 1) {
    const row = await sentForm(context.shop.db, sent.id)
    if (!row) return released
    if (row.answer) return decryptedOutcome(row.answer, sent.key)
    await sleep(pauseMs)
  }
  // The process ended between what was made and its answer: the screen shows what there is.
  return undefined
}

/** An answer may show a secret once, such as an API key; only who sends the form again can read what is stored. */
const sealed = (outcome: Outcome, key: string) => seal(JSON.stringify({ outcome }), key)

const decryptedOutcome = (answer: string, key: string) =>
  (JSON.parse(unseal(answer, key).toString()) as { outcome?: Outcome }).outcome
