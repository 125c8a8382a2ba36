import { unsubscribeForm, type UnsubscribePage } from '../../../contracts/customer-pages/unsubscribe.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import type { Shop } from '../../ordering/shop.ts'
import { isWithin, mayMailLink } from '../../platform/http/limits/rate-limit.ts'
import { privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'

export const emptyStopForm: UnsubscribePage = { kind: 'ask', email: '', fault: null }

/**
 * Queues a mail with unsubscribe links. Answers the same for every address: its subscriptions are looked up when the
 * mail is written. An address gets three such mails an hour, and ten a day.
 */
export async function requestStopLinks(
  shop: Shop,
  request: Request,
  language: Language,
  clientAddress: string,
): Promise<PageResult<UnsubscribePage>> {
  const { email: typed } = await readForm(request, unsubscribeForm)
  const email = normalizedEmail(typed)
  if (!isEmail(email)) return privatePage({ kind: 'ask', email: typed, fault: 'email_invalid' }, 422)
  if (!(await isWithin(shop.limits.alertsByAddress, clientAddress)))
    return privatePage({ kind: 'ask', email: typed, fault: 'too_many' }, 429)
  if (await mayMailLink(shop.limits, `unsubscribe ${email}`)) {
    const effect: Effect = {
      kind: 'mail.unsubscribe_links',
      dedupeKey: `mail.unsubscribe_links:${newId()}`,
      payload: { email, language },
    }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
  }
  return privatePage({ kind: 'mailed', email: typed })
}
