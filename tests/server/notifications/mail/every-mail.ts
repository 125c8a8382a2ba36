import type { Language } from '../../../../src/domain/places/locales.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { issueCard } from '../../../../src/server/ordering/gift-cards/issue-card.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { refuseRefund } from '../../../../src/server/ordering/returns/refuse-refund.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { confirmed } from '../../ordering/orders/parcels.ts'
import { staffInvitations, testMail } from './asked-test-mail.ts'
import { disputeMails } from './dispute-mails.ts'
import { editedOrders, phoneOrder } from './edited-orders.ts'
import { partRequests } from './part-requests.ts'
import { setEveryLanguage } from './set-every-language.ts'
import { subscriptionMails } from './subscription-mails.ts'

export type Typed = { name: string; organization: string; message: string }
type Told = { language: Language; typed: Typed; email: string }

const actor = 'operator'

/** Triggers every mail to shoppers, and delivers them in one language; `typed` is the user-supplied text. */
export async function everyMail(shop: Shop, language: Language, typed: Typed): Promise<void> {
  const told = { language, typed, email: 'anna@example.se' }
  await orders(shop, { name: typed.name, organization_name: typed.organization })
  await editedOrders(shop)
  await phoneOrder(shop, typed.name)
  await partShipment(shop, language)
  await giftCards(shop, told)
  await subscriptionMails(shop)
  await alerts(shop, told)
  await accounts(shop, told)
  await partRequests(shop, told)
  await testMail(shop, language, typed.name)
  await staffInvitations(shop, language, typed.name)
  await disputeMails(shop, language)
  await setEveryLanguage(shop, language)
  await deliverOutbox(shop)
  await deliverOutbox(shop)
}

async function orders(shop: Shop, form: { name: string; organization_name: string }): Promise<void> {
  const paid = await confirmed(
    shop,
    [
      ['BAT', 5],
      ['FAN', 2],
      ['RAM', 1],
    ],
    { coupons: ['FIXED50'], form },
  )
  const parcel = { actor, carrier: 'postnord', trackingNumber: 'PN 1' }
  await shipOrder(shop, { orderId: paid, ...parcel, units: [{ position: 1, quantity: 5 }] })
  await shipOrder(shop, { orderId: paid, ...parcel, trackingNumber: 'PN 2' })
  await deliverOrder(shop, { orderId: paid, actor })
  await requestReturn(shop, {
    orderId: paid,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 1, reason: 'faulty' }],
  })
  await requestReturn(shop, {
    orderId: paid,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 2, reason: 'changed_mind' }],
  })
  await withdraw(shop, { orderId: paid, actor: 'shopper', name: form.name, units: [{ position: 2, quantity: 1 }] })
  await refundOrder(shop, {
    orderId: paid,
    actor,
    reason: '',
    units: [{ position: 3, quantity: 1 }],
    withDelivery: true,
  })
  const firm = {
    ...form,
    customer_kind: 'organization' as const,
    organization_number: '559999-4612',
    order_reference: form.name,
    payment_method: 'invoice',
  }
  const billed = await confirmed(shop, [['FAN', 3]], { form: firm })
  await refundOrder(shop, {
    orderId: billed,
    actor,
    reason: '',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  await shipOrder(shop, { orderId: billed, ...parcel, carrier: '', trackingNumber: '' })
  await refundOrder(shop, {
    orderId: billed,
    actor,
    reason: '',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  for (const step of [1, 2]) await tell(shop, 'invoice_reminder', { orderId: billed, step })
  for (const method of ['sandbox', 'invoice'])
    await cancelOrder(shop, {
      orderId: await confirmed(shop, [['FAN', 1]], { form: { payment_method: method } }),
      actor,
      reason: '',
    })
  await withdraw(shop, {
    orderId: await confirmed(shop, [['FAN', 1]]),
    actor: 'shopper',
    name: form.name,
    units: [{ position: 1, quantity: 1 }],
  })
  await tell(shop, 'order_link', { number: '100001', email: 'anna@example.se' })
  await tell(shop, 'withdrawal_link', { number: '100001', email: 'anna@example.se', askedAt: shop.now().toISOString() })
}

/**
 * The first parcel's mail is sent before the rest is shipped, and the mail of a received parcel before the rest of the
 * return.
 */
async function partShipment(shop: Shop, language: Language): Promise<void> {
  const orderId = await confirmed(shop, [['FAN', 2]])
  await shipOrder(shop, { orderId, actor, carrier: '', trackingNumber: '', units: [{ position: 1, quantity: 1 }] })
  await box(shop)
  await setEveryLanguage(shop, language)
  await deliverOutbox(shop)
}

async function box(shop: Shop): Promise<void> {
  const orderId = await confirmed(shop, [['BAT', 10]])
  await shipOrder(shop, { orderId, actor, carrier: '', trackingNumber: '' })
  await deliverOrder(shop, { orderId, actor })
  const { id: returnId } = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 9, reason: 'changed_mind' }],
  })
  await receiveReturn(shop, {
    returnId,
    actor,
    isRestocked: true,
    isRefunded: true,
    units: [{ position: 1, quantity: 2 }],
  })
  const { id: worn } = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 1, reason: 'changed_mind' }],
  })
  await receiveReturn(shop, { returnId: worn, actor, isRestocked: false, isRefunded: false })
  await refuseRefund(shop, { returnId: worn, reason: 'Used for a year.', actor })
}

async function giftCards(shop: Shop, { language, email }: Told): Promise<void> {
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('id', '=', 'gift').execute()
  await confirmed(shop, [['GIFT', 2]])
  await issueCard(shop, { id: `card-${language}`, currency: 'SEK', amount: 50_000, email, language, actor }, 'mail')
}

async function alerts(shop: Shop, { language, email }: Told): Promise<void> {
  const alert = {
    id: 'alert',
    product_id: 'bat-out',
    email,
    language,
    created_at: shop.now().toISOString(),
    stopped_at: null,
  }
  await shop.db
    .insertInto('stock_alerts')
    .values({ ...alert, confirmed_at: null, notified_at: shop.now().toISOString() })
    .execute()
  for (const kind of ['confirm_alert', 'back_in_stock']) await tell(shop, kind, { alertId: 'alert' })
}

async function accounts(shop: Shop, { language, typed, email }: Told): Promise<void> {
  await addCustomer(shop, { id: 'known', email: 'known@example.se' })
  await addOrganization(shop, { id: 'firm', members: { known: 'admin' } })
  await shop.db
    .updateTable('organizations')
    .set({ name: typed.organization, country: language === 'sv' ? 'SE' : 'DE' })
    .execute()
  const request = { name: typed.name, language, country: 'SE', currency_id: '1', customer_id: '' }
  for (const [purpose, to] of [
    ['register', email],
    ['register', 'known@example.se'],
    ['reset', 'known@example.se'],
    ['email', email],
  ])
    await tell(shop, 'login_link', { ...request, purpose, email: to, customer_id: purpose === 'email' ? 'known' : '' })
  await shop.db.updateTable('customers').set({ mail_consent: 1 }).where('email', '=', 'known@example.se').execute()
  const alert = {
    id: 'waits',
    product_id: 'fan',
    email: 'known@example.se',
    language,
    created_at: shop.now().toISOString(),
    confirmed_at: null,
    stopped_at: null,
    notified_at: null,
  }
  await shop.db.insertInto('stock_alerts').values(alert).execute()
  await tell(shop, 'unsubscribe_links', { email: 'known@example.se', language })
  await tell(shop, 'order_readdressed', { orderId: 'known', number: '100001', email, language })
  for (const kind of ['password_changed', 'email_changed', 'email_change_asked'])
    await tell(shop, kind, { email, language, customerId: 'known', to: 'ny@example.se' })
  for (const whose of ['account', 'guest', 'kept'])
    await tell(shop, 'customers_merged', { email, language, customerId: 'known', other: 'ny@example.se', whose })
  await confirmed(shop, [['FAN', 1]], {
    form: { customer_kind: 'organization', organization_name: typed.organization, organization_number: '559999-4612' },
  })
  const at = shop.now().toISOString()
  for (const to of [email, 'known@example.se']) {
    await shop.db
      .insertInto('organization_invitations')
      .values({
        id: to,
        organization_id: 'firm',
        email: to,
        role: 'buyer',
        created_at: at,
        expires_at: '2099-01-01T00:00:00.000Z',
      })
      .execute()
    await tell(shop, 'organization_invitation', { invitationId: to })
  }
  for (const status of ['priced', 'rejected'] as const) {
    await shop.db
      .insertInto('quotes')
      .values({
        id: status,
        number: status === 'priced' ? 'Q900001' : 'Q900002',
        customer_id: 'known',
        organization_id: null,
        status,
        language,
        currency: 'SEK',
        country: 'SE',
        message: '',
        answer: typed.message,
        valid_until: '2026-07-15T00:00:00.000Z',
        checkout_id: null,
        order_id: null,
        requested_at: at,
        answered_at: at,
        decided_at: null,
      })
      .execute()
    await tell(shop, `quote_${status}`, { quoteId: status })
  }
}

/** Writes an effect of the kind `mail.<kind>`. */
async function tell({ db, now }: Shop, kind: string, payload: Record<string, unknown>): Promise<void> {
  const [at, text] = [now().toISOString(), JSON.stringify(payload)]
  const row = { id: newId(), kind: `mail.${kind}`, dedupe_key: `${kind}:${text}`, payload: text, run_at: at }
  await db
    .insertInto('outbox')
    .values({ ...row, attempts: 0, last_error: null, done_at: null, created_at: at })
    .execute()
}

/** Mails use the language of their order or account at the time of sending. */
