import type { Minor } from '../domain/money.ts'
import type { OrganizationRole } from '../domain/scopes.ts'

/** Errors of the forms on the organization page. */
export const organizationFaults = [
  'email_invalid',
  'already_member',
  'last_admin',
  'has_organization',
  'invitation_over',
  'too_many',
  'asked_too_often',
  'required',
] as const
export type OrganizationFault = (typeof organizationFaults)[number]

export type Member = { id: string; name: string; email: string; role: OrganizationRole; isYou: boolean }

/** The organization page; `organization` is null for customers who belong to none (they may have invitations). */
export type OrganizationPage = {
  organization: {
    name: string
    number: string
    vatNumber: string
    costCentre: string
    country: string
    isAdmin: boolean
    /** Minor units of SEK. */
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
