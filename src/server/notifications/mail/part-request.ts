import { translator } from '../../../i18n/translator.ts'
import { requestById, requestLines, type PartRequestRow } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/**
 * Sends the receipt of a request. The address of a guest is not verified, so it holds nothing that the sender wrote:
 * only parts of the shop are named, the others are counted.
 */
export async function sendRequestReceived(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.email === '') return
  const { language, number } = request
  const t = translator(language)
  const lines = await requestLines(shop.db, [request.id], language)
  const units = lines.flatMap(({ sku, name, quantity }): UnitsView[] =>
    sku === null ? [] : [{ sku, name: name ?? sku, quantity }],
  )
  const others = lines.length - units.length
  const besides =
    others > 0
      ? t(units.length > 0 ? 'mail:request_received.others' : 'mail:request_received.parts', { count: others })
      : ''
  const blocks: Block[] = [
    text(t('mail:request_received.text', { number })),
    ...(units.length > 0 ? [{ kind: 'units', units, besides } as const] : [text(besides)]),
    text(t('mail:request_received.stranger')),
  ]
  await send(shop, request, { name: 'received', subject: t('mail:request_received.subject', { number }), blocks })
}

/** Tells the sender why a request is not answered with a quote. */
export async function sendRequestClosed(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.status !== 'closed' || request.email === '') return
  const { number, reason } = request
  const t = translator(request.language)
  const blocks: Block[] = [text(t('mail:request_closed.text', { number })), { kind: 'typed', text: reason }]
  await send(shop, request, { name: 'closed', subject: t('mail:request_closed.subject', { number }), blocks })
}

type Sent = { name: string; subject: string; blocks: readonly Block[] }

async function send(
  shop: Shop,
  { id, email, language }: PartRequestRow,
  { name, subject, blocks }: Sent,
): Promise<void> {
  await sendMail(shop, { to: email, messageId: `request-${name}-${id}`, email: { language, subject, blocks } })
}
