import type { Language } from '../../../../domain/places/locales.ts'
import { countryName, formatDate } from '../../../../i18n/formats.ts'
import { customerById } from '../../../identity/customer-queries.ts'
import { describeUnits } from '../../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../../ordering/orders/queries.ts'
import { returnById, returnLineRows } from '../../../ordering/orders/return-queries.ts'
import { quoteById, quoteLinesOf } from '../../../ordering/quotes/queries.ts'
import { requestById, requestLines } from '../../../ordering/requests/queries.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { addressJson } from '../../../platform/db/json-columns.ts'
import type { EffectPayload } from '../../../platform/outbox/effect-kinds.ts'
import { sendMail } from '../send-mail.ts'
import { fact, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'
import { requestMail, heldMail, returnedMail, failureMail, webhookOffMail } from './operator-mails.ts'

type OperatorMail = { messageId: string; content: MailContent }

/** Notifies the operator of a new quote request. */
export async function mailQuoteToOperator(shop: Shop, quoteId: string): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  if (!quote || quote.status !== 'requested') return
  const { number, message } = quote
  const customer = quote.customer_id ? await customerById(shop.db, quote.customer_id) : undefined
  const content = requestMail(await operatorTexts(shop), 'quote', {
    number,
    units: await quoteLinesOf(shop.db, [quote.id]),
    who: [customer?.name ?? '', customer?.email ?? ''],
    when: timeOf(shop, quote.requested_at),
    typed: message,
    command: `npm run shop -- quote show ${number}`,
  })
  await mailOperator(shop, { messageId: `operator-quote-${quote.id}`, content })
}

/** Notifies the operator of a request for parts. */
export async function mailRequestToOperator(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.status !== 'open') return
  const texts = await operatorTexts(shop)
  const { language, t } = texts
  const { id, number, name, email, organization, vat_number: vatNumber, device, country } = request
  const lines = await requestLines(shop.db, [id], language)
  const content = requestMail(texts, 'request', {
    number,
    units: lines.map((line) => ({ ...line, sku: line.sku ?? '?', name: line.name ?? line.text })),
    who: [name, email, organization, vatNumber, countryName(country, language)],
    about: fact(t('orders:request.device'), device),
    when: timeOf(shop, request.requested_at),
    typed: request.message,
    command: `npm run shop -- request show ${number}`,
  })
  await mailOperator(shop, { messageId: `operator-request-${id}`, content })
}

/** Notifies the operator of a return or withdrawal, unless it was settled automatically. */
export async function mailReturnToOperator(shop: Shop, returnId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (!row || !order || row.status === 'called_off') return
  const texts = await operatorTexts(shop)
  const lines = await returnLineRows(shop.db, row.id)
  const reasons = [...new Set(lines.map(({ reason }) => texts.t(`orders:return_reason.${reason}`)))]
  const content = returnedMail(texts, {
    kind: row.kind,
    number: row.number,
    order: order.number,
    units: describeUnits(await orderLineRows(shop.db, order.id), lines),
    reasons: row.kind === 'return' ? reasons : [],
    when: timeOf(shop, row.requested_at),
    typed: row.message,
    isSettled: row.status === 'refunded',
  })
  await mailOperator(shop, { messageId: `operator-return-${row.id}`, content })
}

/** Notifies the operator of an order that names an organization with an account and is on hold for a check. */
export async function mailHoldToOperator(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order || order.hold === null || order.status === 'cancelled') return
  const { name, organization } = addressJson.read(order.address)
  const content = heldMail(await operatorTexts(shop), {
    number: order.number,
    who: [organization, name, order.email],
    when: timeOf(shop, order.placed_at),
  })
  await mailOperator(shop, { messageId: `operator-hold-${order.id}`, content })
}

/** Notifies the operator that a feed cannot be imported, or is imported again. */
export async function mailSourceToOperator(
  shop: Shop,
  { source, isFailing, said: why, at }: EffectPayload<'mail.operator_source'>,
  effectId: string,
): Promise<void> {
  const failure = { kind: 'source', name: source, isFailing, why, when: timeOf(shop, at) } as const
  const content = failureMail(await operatorTexts(shop), failure)
  await mailOperator(shop, { messageId: `operator-source-${effectId}`, content })
}

/** Notifies the operator that no backup can be made, or that one is made again. */
export async function mailBackupToOperator(
  shop: Shop,
  { isFailing, said: why, at }: EffectPayload<'mail.operator_backup'>,
  effectId: string,
): Promise<void> {
  const failure = { kind: 'backup', name: '', isFailing, why, when: timeOf(shop, at) } as const
  const content = failureMail(await operatorTexts(shop), failure)
  await mailOperator(shop, { messageId: `operator-backup-${effectId}`, content })
}

/** Notifies the operator that an endpoint was switched off, because it has accepted nothing for days. */
export async function mailWebhookToOperator(
  shop: Shop,
  { endpointId, name, at }: EffectPayload<'mail.operator_webhook'>,
  effectId: string,
): Promise<void> {
  const content = webhookOffMail(await operatorTexts(shop), { name, endpointId, when: timeOf(shop, at) })
  await mailOperator(shop, { messageId: `operator-webhook-${effectId}`, content })
}

/** Returns who gets these mails: OPERATOR_EMAIL of the environment, else the settings. */
export function operatorOf({ env, settings }: Shop): { to: string; language: Language } {
  const { operatorAddress, operatorLanguage } = settings.all.mail
  return env.OPERATOR_EMAIL === undefined
    ? { to: operatorAddress, language: operatorLanguage }
    : { to: env.OPERATOR_EMAIL, language: env.OPERATOR_LANGUAGE }
}

/** The texts of mails in the operator's language. */
export function operatorTexts(shop: Shop): Promise<MailTexts> {
  return mailTexts(shop, operatorOf(shop).language)
}

/** Mails the operator, or another address of the shop; does nothing where there is no address. */
export async function mailOperator(
  shop: Shop,
  { messageId, content }: OperatorMail,
  to = operatorOf(shop).to,
): Promise<void> {
  const { language } = operatorOf(shop)
  if (to) await sendMail(shop, { to, messageId, email: { language, ...content } })
}

function timeOf(shop: Shop, at: string): string {
  return formatDate(at, { language: operatorOf(shop).language, home: shop.settings.all.home }, 'time')
}
