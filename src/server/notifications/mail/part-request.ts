import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { requestById, requestLines, type PartRequestRow } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** `units` are the parts of the shop, `others` how many parts are asked for besides. */
export function requestReceivedMail(
  { t, head }: MailTexts,
  { number, units, others }: { number: string; units: readonly UnitsView[]; others: number },
): MailContent {
  const besides =
    others > 0
      ? t(units.length > 0 ? 'mail:request_received.others' : 'mail:request_received.parts', { count: others })
      : ''
  return {
    ...head('mail:request_received.subject', { number }),
    blocks: [
      text(t('mail:request_received.text', { number })),
      ...(units.length > 0 ? [{ kind: 'units', units, besides } as const] : [text(besides)]),
      text(t('mail:request_received.stranger')),
    ],
  }
}

export function requestClosedMail(
  { t, head }: MailTexts,
  { number, reason }: { number: string; reason: string },
): MailContent {
  return {
    ...head('mail:request_closed.subject', { number }),
    blocks: [text(t('mail:request_closed.text', { number })), { kind: 'typed', text: reason }],
  }
}

/**
 * Sends the receipt of a request. The address of a guest is not verified, so it holds nothing that the sender wrote:
 * only parts of the shop are named, the others are counted.
 */
export async function sendRequestReceived(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.email === '') return
  const { language, number } = request
  const lines = await requestLines(shop.db, [request.id], language)
  const units = lines.flatMap(({ sku, name, quantity }): UnitsView[] =>
    sku === null ? [] : [{ sku, name: name ?? sku, quantity }],
  )
  const others = lines.length - units.length
  const texts = await mailTexts(shop, language)
  await send(shop, request, 'received', requestReceivedMail(texts, { number, units, others }))
}

/** Tells the sender why a request is not answered with a quote. */
export async function sendRequestClosed(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.status !== 'closed' || request.email === '') return
  const { number, reason } = request
  const texts = await mailTexts(shop, request.language)
  await send(shop, request, 'closed', requestClosedMail(texts, { number, reason }))
}

async function send(
  shop: Shop,
  { id, email, language }: PartRequestRow,
  name: 'received' | 'closed',
  content: MailContent,
): Promise<void> {
  await sendMail(shop, { to: email, messageId: `request-${name}-${id}`, email: { language, ...content } })
}
