import type { Shop } from '../ordering/shop.ts'
import { claimSeconds } from '../platform/outbox/queries.ts'
import { carryOut, secondsFromNow, type Outcome } from './carry-out-effect.ts'
import { claimEffects, dueEffects, type EffectRow, type Lane } from './queries.ts'
import { sendMails } from './send-mails.ts'
import { UnrecordedEffects } from './unrecorded-effects.ts'

const maxAtOnce = 50
const maxMails = 200
/** A run of a backlog ends after this time, so that other effects get their turn. */
const runMs = 5_000

/**
 * Carries out the effects that are due, each in one process; retries failures with growing delays. `unrecorded` is kept
 * between the calls of a process, so that a mail is not sent again after the database was away. Returns how many
 * succeeded.
 */
export async function deliverOutbox(shop: Shop, lane?: Lane, unrecorded = new UnrecordedEffects()): Promise<number> {
  await unrecorded.write(shop)
  const due = (kinds: Parameters<typeof dueEffects>[3], max = maxAtOnce) =>
    dueEffects(shop.db, shop.now().toISOString(), max, kinds)
  if (lane === 'payments') {
    const payments = await due('payments')
    const outcomes = await Promise.all(payments.map((effect) => deliver(shop, effect, unrecorded)))
    return countDone(outcomes)
  }
  const outcomes: Outcome[] = []
  // Mails may wait for their server; what else is due does not wait behind them.
  for (const effect of await due(lane === 'rest' ? 'others of the rest' : 'all others'))
    outcomes.push(await deliver(shop, effect, unrecorded))
  const sent = await sendMails(shop, await due('mails', maxMails), unrecorded)
  // One in each run, so that mails wait for seconds, however many attributes an import has renamed.
  for (const effect of await due('readings', 1)) outcomes.push(await deliver(shop, effect, unrecorded))
  return countDone(outcomes) + sent
}

/** Delivers what is due; again at once while many mails are due, for a few seconds at most. */
export async function deliverBacklog(shop: Shop, lane: Lane, unrecorded: UnrecordedEffects): Promise<void> {
  const end = performance.now() + runMs
  while ((await deliverOutbox(shop, lane, unrecorded)) >= maxMails && performance.now() < end) continue
}

const countDone = (outcomes: readonly Outcome[]): number => outcomes.filter((outcome) => outcome === 'done').length

/** Carries out an effect unless another process has it. */
async function deliver(shop: Shop, effect: EffectRow, unrecorded: UnrecordedEffects): Promise<Outcome> {
  const [claimed] = await claimEffects(shop.db, [effect], secondsFromNow(shop, claimSeconds))
  if (!claimed) return 'failed'
  const outcome = await carryOut(shop, claimed)
  if (outcome !== 'done') return outcome
  unrecorded.add(claimed.id)
  await unrecorded.write(shop)
  return 'done'
}
