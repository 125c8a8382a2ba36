import type { Shop } from '../ordering/shop.ts'
import { connectMailServer } from '../platform/outbox/mail-server.ts'
import { claimSeconds } from '../platform/outbox/queries.ts'
import { carryOut, secondsFromNow, unreachableReason } from './carry-out-effect.ts'
import { claimEffects, hastenMails, releaseEffects, type EffectRow } from './queries.ts'
import type { UnrecordedEffects } from './unrecorded-effects.ts'

/** A mail server may refuse more connections of one sender. */
const mailsTogether = 5
/** Mails that one statement claims. */
const claimedTogether = 50
/**
 * No mail is begun later than this after its claim, in milliseconds: it has to end within `claimSeconds`, and a mail
 * server that closes each connection without a greeting may take 90 seconds (mail-server.ts).
 */
const beginWithinMs = 25_000

/** `isAway` is set at the first sign that the mail server is away: each other mail would wait as long. */
type Run = { shop: Shop; unrecorded: UnrecordedEffects; sent: number; isAway: boolean }

/**
 * Sends one mail alone and the others a few at a time; ends when the mail server is away. Each connection takes its
 * next mail when the database knows of its last one, so that a process which is killed sends at most `mailsTogether`
 * again. Returns how many were sent.
 */
export async function sendMails(
  shop: Shop,
  mails: readonly EffectRow[],
  unrecorded: UnrecordedEffects,
): Promise<number> {
  if (mails.length === 0) return 0
  const mailServer = shop.env.SMTP_URL ? connectMailServer(shop.env, mailsTogether) : undefined
  const run: Run = { shop: mailServer ? { ...shop, mailServer } : shop, unrecorded, sent: 0, isAway: false }
  const left = [...mails]
  try {
    for (let some = left.splice(0, 1); some.length > 0 && !run.isAway; some = left.splice(0, claimedTogether))
      await claimAndSend(run, some)
  } finally {
    mailServer?.close()
  }
  if (run.sent > 0) await hastenMails(shop.db, { now: shop.now(), claimSeconds, reason: unreachableReason })
  return run.sent
}

/** Sends those of the mails that no other process has; gives back those that were not begun. */
async function claimAndSend(run: Run, mails: readonly EffectRow[]): Promise<void> {
  const { shop } = run
  const [until, end] = [secondsFromNow(shop, claimSeconds), performance.now() + beginWithinMs]
  const left = [...(await claimEffects(shop.db, mails, until))]
  const connections = Array.from({ length: Math.min(mailsTogether, left.length) }, () => sendOneByOne(run, left, end))
  const failure = (await Promise.allSettled(connections)).find(({ status }) => status === 'rejected')
  if (left.length > 0) await releaseEffects(shop.db, left, until, shop.now().toISOString())
  if (failure?.status === 'rejected') throw failure.reason
}

async function sendOneByOne(run: Run, left: EffectRow[], end: number): Promise<void> {
  const { shop, unrecorded } = run
  while (!run.isAway && performance.now() < end) {
    await shop.turns.next()
    const mail = left.shift()
    if (!mail) return
    const outcome = await carryOut(shop, mail)
    if (outcome === 'unreachable') run.isAway = true
    if (outcome !== 'done') continue
    run.sent += 1
    unrecorded.add(mail.id)
    await unrecorded.write(shop)
  }
}
