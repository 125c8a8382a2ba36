import type { FieldErrorCode } from '../domain/checkout-form.ts'
import type { PasswordFault } from '../domain/passwords.ts'

export const profileSections = ['details', 'address', 'email', 'password', 'sessions', 'export', 'erase'] as const
export type ProfileSection = (typeof profileSections)[number]
export type ProfileFault =
  | FieldErrorCode
  | PasswordFault
  | 'wrong_password'
  | 'too_many_tries'
  | 'not_sure'
  | 'erase_blocked'
  | 'too_many'

export const addressFields = ['name', 'line1', 'line2', 'postal_code', 'city', 'country'] as const
export type AddressField = (typeof addressFields)[number]
export type Address = { id: string } & Record<AddressField, string>

/** Why an account cannot be erased now: orders under way, or an organization that nobody else administers. */
export type EraseBlock = { orders: string[]; isLastAdmin: boolean }

/** The profile, or that it is no more. */
export type ProfilePage =
  | { kind: 'erased' }
  | {
      kind: 'profile'
      name: string
      email: string
      phone: string
      mailConsent: boolean
      hasPassword: boolean
      /** False for who has just come by a mailed link. */
      asksPassword: boolean
      addresses: Address[]
      /** The organization's address book, for its administrators. */
      organizationAddresses: Address[] | null
      sessions: { id: string; browser: string; lastUsedAt: string; isCurrent: boolean }[]
      eraseBlock: EraseBlock
      /** The form that was sent last: what was typed, and what is wrong with which of its fields. */
      sent: {
        section: ProfileSection
        id: string
        faults: Record<string, ProfileFault>
        typed: Record<string, string>
      } | null
      /** The form that has just been saved. */
      saved: ProfileSection | null
    }
