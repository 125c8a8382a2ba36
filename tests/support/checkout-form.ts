import { expect, type Page } from '@playwright/test'
import { main } from './page-parts.ts'
import { inAnyLanguage, startsInAnyLanguage } from './words.ts'

/** The controls of the checkout, by their labels; the other views with such fields use the same labels. */

type Field =
  | 'email'
  | 'phone'
  | 'name'
  | 'line1'
  | 'postal_code'
  | 'city'
  | 'organization_name'
  | 'organization_number'
  | 'vat_number'
export type CheckoutFields = Readonly<Partial<Record<Field, string>>>
type Delivery = 'home' | 'service_point' | 'pick_up'
type Payment = 'invoice' | 'sandbox'

export const checkoutField = (page: Page, name: Field) =>
  main(page).getByRole('textbox', { name: startsInAnyLanguage(`checkout:field.${name}`) })

export async function fillFields(page: Page, values: CheckoutFields): Promise<void> {
  for (const [name, value] of Object.entries(values)) await checkoutField(page, name as Field).fill(value)
}

export const countryField = (page: Page) =>
  main(page).getByRole('combobox', { name: inAnyLanguage('checkout:field.country') })

export const buyerChoice = (page: Page, kind: 'private' | 'organization') =>
  page.getByRole('radio', { name: inAnyLanguage(`checkout:${kind}`) })
/** It says in `data-chosen` which one the sums are for. */
export const deliveryChoices = (page: Page) => page.getByRole('group', { name: inAnyLanguage('checkout:delivery') })
export const deliveryChoice = (page: Page, kind: Delivery) =>
  page.getByRole('radio', { name: startsInAnyLanguage(`checkout:delivery_kind.${kind}`) })
export const paymentChoice = (page: Page, method: Payment) =>
  page.getByRole('radio', { name: startsInAnyLanguage(`checkout:payment_method.${method}`) })
export const termsBox = (page: Page) => page.getByRole('checkbox', { name: inAnyLanguage('checkout:terms') })
export const placeButton = (page: Page) => page.getByRole('button', { name: inAnyLanguage('checkout:place') })

/** The labels of collection points. */
export const servicePoints = (page: Page) => page.locator('.service-points label')
/** The codes of this order, with the field for another one. */
export const couponField = (page: Page) => page.locator('.coupon-field')

/** What is being bought, beside the form; folded on a phone. */
export const orderedLines = (page: Page) => page.locator('.checkout .order-summary li')

/** The order's number on the confirmation. */
export const orderNumber = (page: Page) => page.locator('.order-number .number')

/** How many of each part go back, why, and the button that registers it: on a return and on a withdrawal. */
export const returnedQuantity = (page: Page) => main(page).getByRole('spinbutton')
export const returnReason = (page: Page) =>
  main(page).getByRole('combobox', { name: inAnyLanguage('orders:return.reason') })
export const returnButton = (page: Page) => page.getByRole('button', { name: inAnyLanguage('orders:return.submit') })

/** Chooses a payment method. The choices are exchanged when the country or the kind of customer before them changes. */
export async function choosePayment(page: Page, payment: 'invoice' | 'sandbox'): Promise<void> {
  await expect(() => paymentChoice(page, payment).check({ force: true, timeout: 2_000 })).toPass()
}

/** Accepts the terms. What stands above them moves when the choices are exchanged, and a click may miss. */
export async function acceptTerms(page: Page): Promise<void> {
  await expect(() => termsBox(page).check({ force: true, timeout: 2_000 })).toPass()
}
