import type { OrderReferences } from '../domain/orders/order-references.ts'
import type { Translate } from './translator.ts'

/** What the buyer wrote for the invoice and the shop, a sentence each. */
export function referenceTexts(references: OrderReferences, t: Translate): string[] {
  const { orderReference, costCentre, invoiceAddress, peppolId, message } = references
  return [
    ...(orderReference === '' ? [] : [t('account:orders.reference', { reference: orderReference })]),
    ...(costCentre === '' ? [] : [t('account:orders.cost_centre', { name: costCentre })]),
    ...(invoiceAddress === '' ? [] : [`${t('checkout:field.invoice_address')}: ${invoiceAddress}`]),
    ...(peppolId === '' ? [] : [`${t('checkout:field.peppol_id')}: ${peppolId}`]),
    ...(message === '' ? [] : [`${t('checkout:field.message')}: ${message}`]),
  ]
}
