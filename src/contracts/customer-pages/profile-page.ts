import { z } from 'zod/mini'
import type { FieldErrorCode } from '../../domain/orders/checkout-form.ts'
import type { PasswordFault } from '../../domain/visitors/passwords.ts'
import { formChoice, formText } from '../form-fields.ts'

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

/** Why an account cannot be erased now: orders in progress, or an organization without another administrator. */
export type EraseBlock = { orders: string[]; isLastAdmin: boolean }

/** The profile page, or the confirmation that the account was erased. */
export type ProfilePage =
  | { kind: 'erased' }
  | {
      kind: 'profile'
      name: string
      email: string
      phone: string
      mailConsent: boolean
      hasPassword: boolean
      /** False right after signing in by a mailed link. */
      asksPassword: boolean
      addresses: Address[]
      /** The organization's address book, for its administrators. */
      organizationAddresses: Address[] | null
      sessions: { id: string; browser: string; lastUsedAt: string; isCurrent: boolean }[]
      eraseBlock: EraseBlock
      /** The form submitted last: its values, and the errors by field. */
      sent: {
        section: ProfileSection
        id: string
        faults: Record<string, ProfileFault>
        typed: Record<string, string>
      } | null
      /** The form that was just saved; `new_email` after the link to the new address was used. */
      saved: ProfileSection | 'new_email' | null
    }

/** Every form of the profile; `section` says which of them was sent, `action` which of its buttons was pressed. */
export const profileForm = z.object({
  section: formChoice(profileSections),
  action: formText(),
  id: formText(),
  owner: formText(),
  name: formText(),
  phone: formText(),
  mail_consent: formText(),
  line1: formText(),
  line2: formText(),
  postal_code: formText(),
  city: formText(),
  country: formText(),
  email: formText(),
  password: formText(),
  current_password: formText(),
  sure: formText(),
})
export type ProfileForm = z.output<typeof profileForm>
