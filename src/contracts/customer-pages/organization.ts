import { z } from 'zod/mini'
import type { Minor } from '../../domain/money/money.ts'
import { organizationRoles, type OrganizationRole } from '../../domain/visitors/scopes.ts'
import { formChoice, formText } from '../form-fields.ts'

/** Errors of the forms on the organization page. */
const organizationFaults = [
  'email_invalid',
  'already_member',
  'last_admin',
  'has_organization',
  'invitation_over',
  'too_many',
  'asked_too_often',
  'invited_too_many',
  'required',
  'peppol_id_invalid',
] as const
export type OrganizationFault = (typeof organizationFaults)[number]

type Member = { id: string; name: string; email: string; role: OrganizationRole; isYou: boolean }

/** The organization page; `organization` is null for customers who belong to none (they may have invitations). */
export type OrganizationPage = {
  organization: {
    name: string
    number: string
    vatNumber: string
    costCentre: string
    peppolId: string
    invoiceAddress: string
    country: string
    isAdmin: boolean
    /** Minor units of the base currency. */
    creditLimit: Minor
    creditUsed: Minor
    members: Member[]
    invitations: { id: string; email: string; role: OrganizationRole; expiresAt: string }[]
  } | null
  invited: { id: string; organization: string; role: OrganizationRole }[]
  fault: OrganizationFault | null
  /** The address that was typed when an invitation was rejected. */
  typed: string
}

const organizationActions = ['invite', 'call_off', 'role', 'remove', 'details', 'leave', 'accept', 'decline'] as const

/** Every form of the organization's page; `action` says which of them was sent. */
export const organizationForm = z.object({
  action: formChoice(organizationActions),
  email: formText(),
  role: formChoice(organizationRoles),
  invitation: formText(),
  member: formText(),
  name: formText(),
  vat_number: formText(),
  cost_centre: formText(),
  peppol_id: formText(),
  invoice_address: formText(),
})
export type OrganizationForm = z.output<typeof organizationForm>
