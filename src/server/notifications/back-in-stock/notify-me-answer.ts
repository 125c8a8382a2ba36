import type { APIContext } from 'astro'
import type { NotifyMePage } from '../../../contracts/customer-pages/notify-me.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { readMailToken } from '../../identity/login/mail-links.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { rememberAlert } from './own-mailbox.ts'
import { alertById, confirmAlert, productNamed } from './queries.ts'

/** Answers the link that confirms an address; only its button confirms, so that mail scanners do not. */
export async function notifyMeAnswer(
  shop: Shop,
  request: Request,
  language: Language,
  cookies: APIContext['cookies'],
): Promise<PageResult<NotifyMePage>> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const link = await readMailToken(shop, token, ['confirm_alert'])
  const alert = link && (await alertById(shop.db, link.subject))
  const product = alert && (await productNamed(shop.db, alert.product_id, language))
  if (!alert || !product) return privatePage({ kind: 'over' }, 404)
  if (request.method === 'POST') {
    await confirmAlert(shop.db, alert.id, shop.now().toISOString())
    rememberAlert(shop, cookies, alert.id)
    return goTo(href(language, 'notify-me', {}, { token }))
  }
  const { name, sku, slug } = product
  const kind = alert.confirmed_at === null ? 'ask' : 'confirmed'
  return privatePage({ kind, token, name, sku, path: href(language, 'product', { slug }) })
}
