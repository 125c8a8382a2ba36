import { unsubscribeForm, type UnsubscribePage } from '../../../contracts/customer-pages/unsubscribe.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { newMailToken, readMailToken, type MailLink } from '../../identity/login/mail-links.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { alertById, mailConsentOf, productNamed, setMailConsent, setStopped } from './queries.ts'
import { requestStopLinks, emptyStopForm } from './request-stop-links.ts'

/** What a link unsubscribes from, by its token's purpose. */
export type Stoppable = { purpose: 'stop_alert' | 'stop_mail'; subject: string }

/**
 * Creates the address for a mail's unsubscribe link and List-Unsubscribe header; a POST there needs no session (RFC
 * 8058).
 */
export async function unsubscribeLink(
  shop: Pick<Shop, 'db' | 'env' | 'now'>,
  stoppable: Stoppable,
  language: Language,
): Promise<string> {
  return shop.env.ORIGIN + href(language, 'unsubscribe', {}, { token: await newMailToken(shop, stoppable) })
}

/**
 * Answers the unsubscribe screen: a GET changes nothing; a POST unsubscribes, with `action=undo` it subscribes again.
 * A mail program's POST gets no redirect (RFC 8058, section 3.1). Without a token it shows a form that mails a link.
 */
export async function unsubscribeAnswer(
  shop: Shop,
  request: Request,
  language: Language,
  clientAddress: string,
): Promise<PageResult<UnsubscribePage>> {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (token === null)
    return request.method === 'POST'
      ? requestStopLinks(shop, request, language, clientAddress)
      : privatePage(emptyStopForm)
  const link = await readMailToken(shop, token, ['stop_alert', 'stop_mail'])
  const state = link && (await stateOf(shop, link, language))
  if (!link || !state) return over
  if (request.method === 'POST') return post(shop, request, { link, token, language })
  return privatePage({ ...state, token, isUndone: state.isOn && searchParams.has('undone') })
}

const over = privatePage<UnsubscribePage>({ kind: 'over' }, 404)

type Posted = { link: MailLink; token: string; language: Language }

async function post(
  shop: Shop,
  request: Request,
  { link, token, language }: Posted,
): Promise<PageResult<UnsubscribePage>> {
  const form = await readForm(request, unsubscribeForm)
  const isOn = form.action === 'undo'
  if (link.purpose === 'stop_mail') await setMailConsent(shop.db, link.subject, isOn ? 1 : 0)
  else await setStopped(shop.db, link.subject, isOn ? null : shop.now().toISOString())
  if (form['List-Unsubscribe'] === undefined)
    return goTo(href(language, 'unsubscribe', {}, { token, undone: isOn ? 1 : undefined }))
  const state = await stateOf(shop, link, language)
  return state ? privatePage({ ...state, token, isUndone: false }) : over
}

async function stateOf(
  { db }: Shop,
  { purpose, subject }: MailLink,
  language: Language,
): Promise<{ kind: 'alert' | 'mail'; name: string; isOn: boolean } | undefined> {
  if (purpose === 'stop_mail') {
    const customer = await mailConsentOf(db, subject)
    return customer && { kind: 'mail', name: '', isOn: customer.mail_consent === 1 }
  }
  const alert = await alertById(db, subject)
  const product = alert && (await productNamed(db, alert.product_id, language))
  return product && { kind: 'alert', name: product.name, isOn: alert.stopped_at === null }
}
