import type { APIContext } from 'astro'
import type { NotifyOutcome } from '../../../contracts/customer-pages/notify-me.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { href } from '../../../routes.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fromNetwork, isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { readsMailOf } from './own-mailbox.ts'
import { requestAlert, productNamed, productToAwait } from './queries.ts'

type Visitor = { clientAddress: string; cookies: APIContext['cookies']; session: App.Locals['session'] }
type AlertRequest = Visitor & { sku: string; email: string; language: Language }

/**
 * POST /api/notify-me, the form of a product page (fields `sku` and `email`); returns the path to redirect to. The
 * answer does not reveal whether the address has asked, confirmed or unsubscribed before.
 */
export async function requestStockAlert(
  shop: Shop,
  { sku, email: typed, language, ...visitor }: AlertRequest,
): Promise<string> {
  const product = await productToAwait(shop.db, withoutControls(sku).slice(0, 64))
  const named = product && (await productNamed(shop.db, product.id, language))
  if (!product || !named) return href(language, 'home')
  const back = (outcome: NotifyOutcome) => `${href(language, 'product', { slug: named.slug })}#${outcome}`
  const email = normalizedEmail(withoutControls(typed))
  if (!isEmail(email)) return back('notify-email')
  if (!(await isWithin(shop.limits.alertsByAddress, visitor.clientAddress))) return back('notify-later')
  if (!product.notifyable) return back('notify-sent')
  const answer = await mayMail(shop, visitor, email)
  if (answer === 'yes') await keep(shop, { productId: product.id, email, language })
  return back(answer === 'confirm_first' ? 'notify-confirm' : 'notify-sent')
}

/**
 * Counts a mail to an address. Who reads its mail has a limit of their own. Others are limited by network, with fewer
 * mails than the mailbox gets from all of them, so that one stranger neither sends many nor uses up the owner's.
 */
async function mayMail(shop: Shop, visitor: Visitor, email: string): Promise<'yes' | 'no' | 'confirm_first'> {
  const { alertsByOwner, alertsByAsker, alertsByEmail, alertsByEmailADay } = shop.limits
  if (await readsMailOf(shop, visitor, email)) return (await isWithin(alertsByOwner, email)) ? 'yes' : 'no'
  if (!(await isWithin(alertsByAsker, fromNetwork(visitor.clientAddress, email)))) return 'confirm_first'
  return (await isWithin(alertsByEmail, email)) && (await isWithin(alertsByEmailADay, email)) ? 'yes' : 'no'
}

/** Removes control characters: databases reject zero bytes, and no part number or address contains any. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '')
}

async function keep(
  shop: Shop,
  { productId, email, language }: { productId: string; email: string; language: Language },
): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const id = await requestAlert(trx, {
      id: newId(now.getTime()),
      product_id: productId,
      email,
      language,
      created_at: now.toISOString(),
      confirmed_at: null,
      stopped_at: null,
      notified_at: null,
    })
    await addToOutbox(
      trx,
      { kind: 'mail.confirm_alert', dedupeKey: `mail.confirm_alert:${newId()}`, payload: { alertId: id } },
      now,
    )
  })
}
