import { addressJson } from '../../platform/db/json-columns.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { translator } from '../../../i18n/translator.ts'
import { countryName, formatDate } from '../../../i18n/formats.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { quoteById, quoteLinesOf } from '../../ordering/quotes/queries.ts'
import { requestById, requestLines } from '../../ordering/requests/queries.ts'
import { returnById, returnLineRows } from '../../ordering/orders/return-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { fact, text, type Block } from './template/email-template.ts'
import { sendMail, type Mail } from './send-mail.ts'

type News = Pick<Mail, 'messageId'> & { subject: string; blocks: readonly Block[] }

/** Notifies the operator of a new quote request. */
export async function mailQuoteToOperator(shop: Shop, quoteId: string): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  if (!quote || quote.status !== 'requested') return
  const { language } = operatorOf(shop)
  const { number, message } = quote
  const t = translator(language)
  const customer = quote.customer_id ? await customerById(shop.db, quote.customer_id) : undefined
  await tell(shop, {
    messageId: `operator-quote-${quote.id}`,
    subject: t('mail:operator.quote', { number }),
    blocks: [
      { kind: 'units', units: await quoteLinesOf(shop.db, [quote.id]) },
      {
        kind: 'facts',
        facts: [
          ...fact(t('mail:operator.who'), customer?.name ?? '', customer?.email ?? ''),
          ...fact(
            t('mail:operator.when'),
            formatDate(quote.requested_at, { language, home: shop.settings.all.home }, 'time'),
          ),
        ],
      },
      ...said(message),
      text(t('mail:operator.answer_quote')),
      text(`npm run shop -- quote show ${number}`),
    ],
  })
}

/** Notifies the operator of a request for parts. */
export async function mailRequestToOperator(shop: Shop, requestId: string): Promise<void> {
  const request = await requestById(shop.db, requestId)
  if (!request || request.status !== 'open') return
  const { language } = operatorOf(shop)
  const t = translator(language)
  const { id, number, name, email, organization, vat_number: vatNumber, device, country } = request
  const lines = await requestLines(shop.db, [id], language)
  await tell(shop, {
    messageId: `operator-request-${id}`,
    subject: t('mail:operator.request', { number }),
    blocks: [
      { kind: 'units', units: lines.map((line) => ({ ...line, sku: line.sku ?? '?', name: line.name ?? line.text })) },
      {
        kind: 'facts',
        facts: [
          ...fact(t('mail:operator.who'), name, email, organization, vatNumber, countryName(country, language)),
          ...fact(t('orders:request.device'), device),
          ...fact(
            t('mail:operator.when'),
            formatDate(request.requested_at, { language, home: shop.settings.all.home }, 'time'),
          ),
        ],
      },
      ...said(request.message),
      text(t('mail:operator.answer_quote')),
      text(`npm run shop -- request show ${number}`),
    ],
  })
}

/** Notifies the operator of a return or withdrawal, unless it was settled automatically. */
export async function mailReturnToOperator(shop: Shop, returnId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (!row || !order || row.status === 'called_off') return
  const { language } = operatorOf(shop)
  const t = translator(language)
  const names = { number: row.number, order: order.number }
  const lines = await returnLineRows(shop.db, row.id)
  const reasons = [...new Set(lines.map(({ reason }) => t(`orders:return_reason.${reason}`)))]
  const isOver = row.status === 'refunded'
  await tell(shop, {
    messageId: `operator-return-${row.id}`,
    subject: t(row.kind === 'withdrawal' ? 'mail:operator.withdrawal' : 'mail:operator.return', names),
    blocks: [
      { kind: 'units', units: describeUnits(await orderLineRows(shop.db, order.id), lines) },
      {
        kind: 'facts',
        facts: [
          ...fact(t('mail:operator.why'), ...(row.kind === 'return' ? reasons : [])),
          ...fact(
            t('mail:operator.when'),
            formatDate(row.requested_at, { language, home: shop.settings.all.home }, 'time'),
          ),
        ],
      },
      ...said(row.message),
      text(t(isOver ? 'mail:operator.settled' : 'mail:operator.receive')),
      text(
        isOver ? `npm run shop -- order show ${order.number}` : `npm run shop -- order return receive ${row.number}`,
      ),
    ],
  })
}

/** Notifies the operator of an order that names an organization with an account and is on hold for a check. */
export async function mailHoldToOperator(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order || order.hold === null || order.status === 'cancelled') return
  const { language } = operatorOf(shop)
  const t = translator(language)
  const { name, organization } = addressJson.read(order.address)
  await tell(shop, {
    messageId: `operator-hold-${order.id}`,
    subject: t('mail:operator.hold', { number: order.number }),
    blocks: [
      text(t('mail:operator.hold_why')),
      {
        kind: 'facts',
        facts: [
          ...fact(t('mail:operator.who'), organization, name, order.email),
          ...fact(
            t('mail:operator.when'),
            formatDate(order.placed_at, { language, home: shop.settings.all.home }, 'time'),
          ),
        ],
      },
      text(`npm run shop -- order release ${order.number} --by NAME`),
      text(`npm run shop -- order cancel ${order.number}`),
    ],
  })
}

/** Notifies the operator that a feed cannot be imported, or is imported again. */
export async function mailSourceToOperator(
  shop: Shop,
  { source, isFailing, said: why, at }: EffectPayload<'mail.operator_source'>,
  effectId: string,
): Promise<void> {
  const { language } = operatorOf(shop)
  const t = translator(language)
  await tell(shop, {
    messageId: `operator-source-${effectId}`,
    subject: t(isFailing ? 'mail:operator.source_fails' : 'mail:operator.source_works', { name: source }),
    blocks: [
      {
        kind: 'facts',
        facts: [
          ...fact(t('mail:operator.why'), isFailing ? why : ''),
          ...fact(t('mail:operator.when'), formatDate(at, { language, home: shop.settings.all.home }, 'time')),
        ],
      },
      text(`npm run shop -- sources history ${source}`),
    ],
  })
}

/** Notifies the operator that no backup can be made, or that one is made again. */
export async function mailBackupToOperator(
  shop: Shop,
  { isFailing, said: why, at }: EffectPayload<'mail.operator_backup'>,
  effectId: string,
): Promise<void> {
  const { language } = operatorOf(shop)
  const t = translator(language)
  const when = formatDate(at, { language, home: shop.settings.all.home }, 'time')
  await tell(shop, {
    messageId: `operator-backup-${effectId}`,
    subject: t(isFailing ? 'mail:operator.backup_fails' : 'mail:operator.backup_works'),
    blocks: [
      {
        kind: 'facts',
        facts: [...fact(t('mail:operator.why'), isFailing ? why : ''), ...fact(t('mail:operator.when'), when)],
      },
      text('npm run shop -- backup list'),
    ],
  })
}

/** Notifies the operator that an endpoint is told nothing any more, because it has accepted nothing for days. */
export async function mailWebhookToOperator(
  shop: Shop,
  { endpointId, name, at }: EffectPayload<'mail.operator_webhook'>,
  effectId: string,
): Promise<void> {
  const { language } = operatorOf(shop)
  const t = translator(language)
  const when = formatDate(at, { language, home: shop.settings.all.home }, 'time')
  await tell(shop, {
    messageId: `operator-webhook-${effectId}`,
    subject: t('mail:operator.webhook_off', { name }),
    blocks: [
      text(t('mail:operator.webhook_why')),
      { kind: 'facts', facts: [...fact(t('mail:operator.when'), when)] },
      text(`npm run shop -- webhooks deliveries ${endpointId}`),
      text(`npm run shop -- webhooks resume ${endpointId}`),
    ],
  })
}

/** Returns who gets these mails: OPERATOR_EMAIL of the environment, else the settings. */
export function operatorOf({ env, settings }: Shop): { to: string; language: Language } {
  const { operatorAddress, operatorLanguage } = settings.all.mail
  return env.OPERATOR_EMAIL === undefined
    ? { to: operatorAddress, language: operatorLanguage }
    : { to: env.OPERATOR_EMAIL, language: env.OPERATOR_LANGUAGE }
}

/** Mails the operator, or another address of the shop; does nothing where there is no address. */
export async function tell(shop: Shop, { messageId, subject, blocks }: News, to = operatorOf(shop).to): Promise<void> {
  const { language } = operatorOf(shop)
  if (to) await sendMail(shop, { to, messageId, email: { language, subject, blocks } })
}

function said(message: string): Block[] {
  return message === '' ? [] : [{ kind: 'typed', text: message }]
}
