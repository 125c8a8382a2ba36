import {
  cancelForm,
  correctEmailForm,
  creditAmountForm,
  labelForm,
  sendMailForm,
  noteForm,
  orderActionForm,
  shipForm,
  type OrderPage,
} from '../../../contracts/console/orders.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { correctEmail } from '../../ordering/edits/correct-email.ts'
import { cancelOrder } from '../../ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../ordering/fulfilment/deliver-order.ts'
import { holdOrder } from '../../ordering/fulfilment/hold-order.ts'
import { releaseHold } from '../../ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../ordering/fulfilment/ship-order.ts'
import { startProcessing } from '../../ordering/fulfilment/start-processing.ts'
import { sendMailAgain } from '../../ordering/order-mails/order-mails.ts'
import { addLabels, removeLabels } from '../../ordering/orders/labels/label-orders.ts'
import { noteOnOrder } from '../../ordering/orders/note-on-order.ts'
import { creditAmount } from '../../ordering/refunds/credit-amount.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { onLabels, onMail, onOrder } from './on-order.ts'
import { orderContent } from './order-content.ts'
import { readAmount } from './read-amount.ts'
import { chosenUnits } from './read-units.ts'
import { refundActions } from './refund-actions.ts'
import { refuseKnownParcel } from './refuse-known-parcel.ts'

/** One order: everything known about it, and what can be done with it. */
export const orderScreen = consoleScreen<OrderPage>({
  screen: 'order',
  permission: 'orders.view',
  load: orderContent,
  doneElsewhere: ['place', 'save'],
  actions: {
    process: consoleAction({
      permission: 'orders.change',
      form: orderActionForm,
      run: (context, { version }) =>
        onOrder(context, 'orders.process', version, (shop, order, actor) =>
          startProcessing(shop, { orderId: order.id, actor }),
        ),
    }),
    ship: consoleAction({
      permission: 'packing.change',
      form: shipForm,
      run: (context, { version, key, carrier, tracking, 'units:': units }) =>
        onOrder(
          context,
          'orders.ship',
          version,
          (shop, order, actor) =>
            shipOrder(shop, {
              orderId: order.id,
              actor,
              carrier,
              trackingNumber: tracking,
              units: chosenUnits(units),
              key: tracking || key,
            }),
          (trx, orderId) => refuseKnownParcel(trx, orderId, tracking),
        ),
    }),
    deliver: consoleAction({
      permission: 'orders.change',
      form: orderActionForm,
      run: (context, { version }) =>
        onOrder(context, 'orders.deliver', version, (shop, order, actor) =>
          deliverOrder(shop, { orderId: order.id, actor }),
        ),
    }),
    cancel: consoleAction({
      permission: 'orders.refund',
      stepUp: true,
      form: cancelForm,
      run: (context, { version, reason }) =>
        onOrder(context, 'orders.cancel', version, (shop, order, actor) =>
          cancelOrder(shop, { orderId: order.id, actor, reason }),
        ),
    }),
    ...refundActions,
    credit_amount: consoleAction({
      permission: 'orders.refund',
      stepUp: true,
      form: creditAmountForm,
      run: (context, { version, key, amount, reason }) =>
        onOrder(context, 'orders.credit_amount', version, (shop, order, actor) =>
          creditAmount(shop, { orderId: order.id, actor, amount: readAmount(amount), reason, key: `console:${key}` }),
        ),
    }),
    release: consoleAction({
      permission: 'orders.change',
      form: orderActionForm,
      run: (context, { version }) =>
        onOrder(context, 'orders.release', version, (shop, order, actor) =>
          releaseHold(shop, { orderId: order.id, actor }),
        ),
    }),
    hold: consoleAction({
      permission: 'orders.change',
      form: cancelForm,
      run: (context, { version, reason }) =>
        onOrder(context, 'orders.hold', version, (shop, order, actor) =>
          holdOrder(shop, { orderId: order.id, actor, reason }),
        ),
    }),
    label: consoleAction({
      permission: 'orders.change',
      form: labelForm,
      run: (context, { label: typed }) =>
        onLabels(context, 'orders.label', (shop, { id: orderId }) => addLabels(shop, { orderId, typed })),
    }),
    unlabel: consoleAction({
      permission: 'orders.change',
      form: labelForm,
      run: (context, { label: typed }) =>
        onLabels(context, 'orders.unlabel', (shop, { id: orderId }) => removeLabels(shop, { orderId, typed })),
    }),
    mail: consoleAction({
      permission: 'orders.change',
      form: sendMailForm,
      run: (context, { mail }) => onMail(context, mail, (shop, order) => sendMailAgain(shop, order, mail)),
    }),
    correct_email: consoleAction({
      permission: 'orders.change',
      // Whoever reads the new address can open the order, withdraw from it and use its gift cards.
      stepUp: true,
      form: correctEmailForm,
      run: (context, { version, email, again }) => {
        const right = normalizedEmail(email)
        if (!isEmail(right)) throw new ConsoleError('email_invalid', {}, 'email')
        const mayMoveCards = may(context.session, 'gift_cards.issue')
        return onOrder(context, 'orders.correct_email', version, (shop, { id: orderId }, actor) =>
          correctEmail(shop, { orderId, actor, email: right, mayMoveCards, sendsAgain: again === 'yes' }),
        )
      },
    }),
    note: consoleAction({
      permission: 'orders.change',
      form: noteForm,
      run: (context, { version, note }) => {
        if (note === '') throw new ConsoleError('required')
        return onOrder(context, 'orders.note', version, (shop, { id: orderId }, actor) =>
          noteOnOrder(shop, { orderId, actor, note }),
        )
      },
    }),
  },
})
