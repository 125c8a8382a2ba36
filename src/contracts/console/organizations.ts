import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { organizationRoles, type OrganizationRole } from '../../domain/visitors/scopes.ts'
import { formChoice, formText } from '../form-fields.ts'
import type { CustomerPage } from './customers.ts'
import type { StaffNoteLine } from './notes.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)

export const organizationMakeForm = z.object({
  name: formText(fieldLengths.organization_name),
  number: formText(fieldLengths.organization_number),
  country: formText(2),
})
export const organizationDetailsForm = z.object({
  version,
  name: formText(fieldLengths.organization_name),
  vat_number: formText(fieldLengths.vat_number),
  cost_centre: formText(fieldLengths.cost_centre),
  peppol_id: formText(fieldLengths.peppol_id),
  invoice_address: formText(fieldLengths.invoice_address),
})
export const organizationLimitForm = z.object({ version, limit: formText(20) })
export const organizationMemberForm = z.object({
  email: formText(fieldLengths.email),
  role: formChoice(organizationRoles),
})
export const memberRoleForm = z.object({ member: formText(60), role: formChoice(organizationRoles) })
export const memberForm = z.object({ member: formText(60) })
export const organizationInvitationForm = z.object({ invitation: formText(60) })
export const invoicePaidForm = z.object({ number: formText(fieldLengths.order_number) })

/** An organization as staff see it. Credit is in minor units of the base currency. */
export type ConsoleOrganization = {
  id: string
  version: string
  name: string
  number: string
  country: string
  vatNumber: string
  costCentre: string
  peppolId: string
  invoiceAddress: string
  createdAt: string
  credit: { currency: CurrencyCode; limit: Minor; used: Minor }
  members: readonly { id: string; name: string; email: string; role: OrganizationRole }[]
  invitations: readonly { id: string; email: string; role: OrganizationRole; expiresAt: string }[]
  discounts: readonly { category: string; percent: number }[]
  /**
   * Lists of agreed prices, also those that have ended, and the first day of those that have not begun; null for
   * somebody who may not see prices.
   */
  priceLists: readonly { id: string; name: string; isOver: boolean; from: string | null }[] | null
  invoices: readonly { number: string; placedAt: string; currency: CurrencyCode; unpaid: Minor }[]
  orders: CustomerPage['orders']
  notes: readonly StaffNoteLine[]
  audit: readonly AuditLine[]
  may: { change: boolean; pay: boolean; changePrices: boolean }
}
