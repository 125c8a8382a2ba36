import type { NotifyOutcome } from '../../../contracts/customer-pages/notify-me.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { href } from '../../../routes.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { askedFor, productNamed, productToAwait } from './queries.ts'

type Asked = { sku: string; email: string; language: Language; clientAddress: string }

/**
 * POST /api/notify-me, the form of a product page (fields `sku` and `email`); returns the path to redirect to. The
 * answer does not reveal whether the address has asked, confirmed or unsubscribed before. An address gets five such
 * mails an hour.
 */
export async function askForAlert(shop: Shop, { sku, email: typed, language, clientAddress }: Asked): Promise<string> {
  const product = await productToAwait(shop.db, withoutControls(sku).slice(0, 64))
  const named = product && (await productNamed(shop.db, product.id, language))
  if (!product || !named) return href(language, 'home')
  const back = (outcome: NotifyOutcome) => `${href(language, 'product', { slug: named.slug })}#${outcome}`
  const email = normalizedEmail(withoutControls(typed))
  if (!isEmail(email)) return back('notify-email')
  if (!(await isWithin(shop.limits.alertsByAddress, clientAddress))) return back('notify-later')
  if (product.notifyable && (await isWithin(shop.limits.alertsByEmail, email)))
    await keep(shop, { productId: product.id, email, language })
  return back('notify-sent')
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
    const id = await askedFor(trx, {
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
