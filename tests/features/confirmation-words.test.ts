import { expect, test } from 'vitest'
import type { ConfirmationPage } from '../../src/contracts/customer-pages/order-page.ts'
import { mailStep, nextStep } from '../../src/features/checkout/confirmation-words.ts'

const said = (order: Partial<ConfirmationPage['order']>, isBuyer = true) => {
  const delivery = { kind: 'home' }
  const page = { isBuyer, order: { toPay: 0, isOnHold: false, paymentMethod: 'sandbox', delivery, ...order } }
  const shown = page as ConfirmationPage
  return [nextStep(shown), mailStep(shown)].map((key) => key?.replace('checkout:confirmation.', ''))
}

test('a confirmation says what is true of the order now', () => {
  expect(said({ status: 'confirmed' })).toEqual(['next_paid', 'mail'])
  expect(said({ status: 'confirmed', paymentMethod: 'invoice' }, false)).toEqual(['next_invoice', 'elsewhere'])
  expect(said({ status: 'pending_payment' })).toEqual(['next_pending', 'mail_unpaid'])
  expect(said({ status: 'pending_payment' }, false)).toEqual(['next_unpaid', 'elsewhere_unpaid'])
  expect(said({ status: 'confirmed', toPay: 100 }, false)).toEqual(['next_difference', 'elsewhere'])
  for (const isBuyer of [true, false])
    expect(said({ status: 'cancelled' }, isBuyer), 'nothing is packed').toEqual(['next_cancelled', undefined])
})
