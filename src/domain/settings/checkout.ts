import { z } from 'zod/mini'
import type { CheckoutField, FieldRule, FieldRules } from '../orders/checkout-form.ts'

const rule = z.enum(['off', 'optional', 'required'])
const optional = z.prefault(rule, 'optional')
const off = z.prefault(rule, 'off')
const required = z.prefault(rule, 'required')

/** Which fields the checkout asks for, besides those that an order cannot do without. */
export const checkoutSettings = z.strictObject({
  private: z.prefault(z.strictObject({ phone: optional, message: off }), {}),
  organization: z.prefault(
    z.strictObject({
      phone: optional,
      organizationName: required,
      organizationNumber: required,
      orderReference: optional,
      costCentre: optional,
      invoiceAddress: optional,
      /** The e-invoice address (Peppol). */
      peppolId: optional,
      message: off,
    }),
    {},
  ),
})

export type CheckoutSettings = z.output<typeof checkoutSettings>

const fields: Readonly<Record<keyof CheckoutSettings['organization'], CheckoutField>> = {
  phone: 'phone',
  organizationName: 'organization_name',
  organizationNumber: 'organization_number',
  orderReference: 'order_reference',
  costCentre: 'cost_centre',
  invoiceAddress: 'invoice_address',
  peppolId: 'peppol_id',
  message: 'message',
}

/** Returns the rules of a kind of customer's fields, by their names. */
export function fieldRules(settings: CheckoutSettings, kind: keyof CheckoutSettings): FieldRules {
  const own: Readonly<Partial<Record<string, FieldRule>>> = settings[kind]
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (own[name] ? [[field, own[name]]] : [])))
}
