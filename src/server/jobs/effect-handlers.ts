import { continueReindex } from '../catalog/reindex/reindex.ts'
import { sendSampleMail } from '../notifications/mail-samples/send-sample-mail.ts'
import { sendCustomersMerged } from '../notifications/mail/accounts/customers-merged.ts'
import { sendEmailChange } from '../notifications/mail/accounts/email-change.ts'
import { sendLoginLink, sendPasswordChanged } from '../notifications/mail/accounts/login-link.ts'
import { sendOrganizationInvitation } from '../notifications/mail/accounts/organization-invitation.ts'
import { sendStaffInvitation } from '../notifications/mail/accounts/staff-invitation.ts'
import { sendBackInStock, sendConfirmAlert } from '../notifications/mail/back-in-stock.ts'
import { sendDisputeWon } from '../notifications/mail/dispute-won.ts'
import { sendGiftCard, sendGiftCards } from '../notifications/mail/gift-card.ts'
import { sendInvoiceReminder } from '../notifications/mail/invoice-reminder.ts'
import {
  mailBackupToOperator,
  mailHoldToOperator,
  mailQuoteToOperator,
  mailRequestToOperator,
  mailReturnToOperator,
  mailSourceToOperator,
  mailWebhookToOperator,
} from '../notifications/mail/operator/mail-to-operator.ts'
import { mailOrderToOperator } from '../notifications/mail/operator/order-to-operator.ts'
import { sendOrderCancelled } from '../notifications/mail/order-cancelled.ts'
import { sendOrderConfirmed } from '../notifications/mail/order-confirmed.ts'
import { sendOrderEdited } from '../notifications/mail/order-edited.ts'
import { sendOrderLink } from '../notifications/mail/order-link.ts'
import { sendOrderPayment } from '../notifications/mail/order-payment.ts'
import { sendOrderReaddressed } from '../notifications/mail/order-readdressed.ts'
import { sendOrderShipped } from '../notifications/mail/order-shipped.ts'
import { sendRequestClosed, sendRequestReceived } from '../notifications/mail/part-request.ts'
import { sendQuoteAnswered } from '../notifications/mail/quote-answered.ts'
import { sendRefundSetOff } from '../notifications/mail/refund-set-off.ts'
import { sendRefunded } from '../notifications/mail/refunded.ts'
import { sendReturnRefused } from '../notifications/mail/return-refused.ts'
import { sendReturnRequested } from '../notifications/mail/return-requested.ts'
import { sendSubscriptionNews } from '../notifications/mail/subscription.ts'
import { sendTestMail } from '../notifications/mail/test-mail.ts'
import { sendUnsubscribeLinks } from '../notifications/mail/unsubscribe-links.ts'
import { sendWithdrawalLink } from '../notifications/mail/withdrawal-link.ts'
import { sendWithdrawalReceipt } from '../notifications/mail/withdrawal-receipt.ts'
import { issueGiftCards } from '../ordering/fulfilment/issue-gift-cards.ts'
import { carryOutRefund } from '../ordering/payment/carry-out-refund.ts'
import { carryOutCancel, carryOutCapture } from '../ordering/payment/carry-out.ts'
import { sendSandboxWebhook } from '../ordering/payment/sandbox-page.ts'
import { payWonBack } from '../ordering/payouts/pay-owed.ts'
import { settleRefused } from '../ordering/payouts/settle-refused.ts'
import type { Shop } from '../ordering/shop.ts'
import { sandboxNotice } from '../payments/providers/sandbox.ts'
import type { EffectKind, EffectPayload } from '../platform/outbox/effect-kinds.ts'

/** `effectId` gives a message id to mails whose subject has no id of its own. */
type Handlers = {
  [Kind in EffectKind]: (shop: Shop, payload: EffectPayload<Kind>, effectId: string) => Promise<void>
}

/** The outbox's handler for each kind of effect; every handler is idempotent. */
export const effectHandlers: Handlers = {
  'gift_card.issue': (shop, { orderId }) => issueGiftCards(shop, orderId, sendGiftCards),
  'mail.back_in_stock': (shop, { alertId }) => sendBackInStock(shop, alertId),
  'mail.confirm_alert': (shop, { alertId }, effectId) => sendConfirmAlert(shop, alertId, effectId),
  'mail.refund_set_off': (shop, setOff, effectId) => sendRefundSetOff(shop, setOff, effectId),
  'mail.customers_merged': (shop, merged, effectId) => sendCustomersMerged(shop, merged, effectId),
  'mail.dispute_won': (shop, won, effectId) => sendDisputeWon(shop, won, effectId),
  'mail.email_change_asked': (shop, change, effectId) => sendEmailChange(shop, 'asked', change, effectId),
  'mail.email_changed': (shop, change, effectId) => sendEmailChange(shop, 'changed', change, effectId),
  'mail.gift_card': (shop, { cardId }, effectId) => sendGiftCard(shop, cardId, effectId),
  'mail.invoice_reminder': (shop, reminder) => sendInvoiceReminder(shop, reminder),
  'mail.login_link': (shop, request, effectId) => sendLoginLink(shop, request, effectId),
  'mail.operator_backup': (shop, news, effectId) => mailBackupToOperator(shop, news, effectId),
  'mail.operator_hold': (shop, { orderId }) => mailHoldToOperator(shop, orderId),
  'mail.operator_order': (shop, { orderId }) => mailOrderToOperator(shop, orderId),
  'mail.operator_quote': (shop, { quoteId }) => mailQuoteToOperator(shop, quoteId),
  'mail.operator_request': (shop, { requestId }) => mailRequestToOperator(shop, requestId),
  'mail.operator_return': (shop, { returnId }) => mailReturnToOperator(shop, returnId),
  'mail.operator_source': (shop, news, effectId) => mailSourceToOperator(shop, news, effectId),
  'mail.operator_webhook': (shop, news, effectId) => mailWebhookToOperator(shop, news, effectId),
  'mail.order_cancelled': (shop, cancelled) => sendOrderCancelled(shop, cancelled),
  'mail.order_confirmed': (shop, { orderId, again }) => sendOrderConfirmed(shop, orderId, again),
  'mail.order_edited': (shop, news) => sendOrderEdited(shop, news),
  'mail.order_link': (shop, asked, effectId) => sendOrderLink(shop, asked, effectId),
  'mail.order_payment': (shop, { orderId, again }) => sendOrderPayment(shop, orderId, again),
  'mail.order_readdressed': (shop, told, effectId) => sendOrderReaddressed(shop, told, effectId),
  'mail.order_shipped': (shop, { shipmentId, again }) => sendOrderShipped(shop, shipmentId, again),
  'mail.organization_invitation': (shop, { invitationId }) => sendOrganizationInvitation(shop, invitationId),
  'mail.password_changed': (shop, whom, effectId) => sendPasswordChanged(shop, whom, effectId),
  'mail.quote_priced': (shop, { quoteId }) => sendQuoteAnswered(shop, quoteId, 'priced'),
  'mail.quote_rejected': (shop, { quoteId }) => sendQuoteAnswered(shop, quoteId, 'rejected'),
  'mail.refunded': (shop, { refundId, again }) => sendRefunded(shop, refundId, again),
  'mail.request_closed': (shop, { requestId }) => sendRequestClosed(shop, requestId),
  'mail.request_received': (shop, { requestId }) => sendRequestReceived(shop, requestId),
  'mail.return_refused': (shop, refused, effectId) => sendReturnRefused(shop, refused, effectId),
  'mail.return_requested': (shop, { returnId }) => sendReturnRequested(shop, returnId),
  'mail.staff_invitation': (shop, { invitationId }) => sendStaffInvitation(shop, invitationId),
  'mail.subscription': (shop, news) => sendSubscriptionNews(shop, news),
  'mail.sample': (shop, asked, effectId) => sendSampleMail(shop, asked, effectId),
  'mail.test': (shop, asked, effectId) => sendTestMail(shop, asked, effectId),
  'mail.unsubscribe_links': (shop, whom, effectId) => sendUnsubscribeLinks(shop, whom, effectId),
  'mail.withdrawal_link': (shop, asked, effectId) => sendWithdrawalLink(shop, asked, effectId),
  'mail.withdrawal_receipt': (shop, { orderId, returnIds }) => sendWithdrawalReceipt(shop, orderId, returnIds),
  'payment.cancel': (shop, { attemptId }) => carryOutCancel(shop, attemptId),
  'payment.capture': (shop, { attemptId, amount }) => carryOutCapture(shop, attemptId, amount),
  'payment.dispute_won': (shop, { reference }) => payWonBack(shop, [reference], 'shop'),
  'payment.refund': (shop, { refundId }) => carryOutRefund(shop, refundId),
  'payment.refund_refused': (shop, refused) => settleRefused(shop, refused),
  'payment.sandbox_webhook': (shop, { notice }) => sendSandboxWebhook(shop, sandboxNotice(notice)),
  'search.read_again': (shop, read, effectId) => continueReindex(shop, read, effectId),
}
