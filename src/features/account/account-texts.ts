import type { AccountFrame } from '../../contracts/customer-pages/my-account.ts'
import type { OrganizationFault } from '../../contracts/customer-pages/organization.ts'
import type { ProfileFault } from '../../contracts/customer-pages/profile-page.ts'
import type { QuoteState } from '../../domain/orders/quotes.ts'
import type { OrganizationRole } from '../../domain/visitors/scopes.ts'
import { fieldErrorTexts } from '../../i18n/field-error-texts.ts'
import type { TextKey } from '../../i18n/translator.ts'
import type { Screen } from '../../routes.ts'

/** The children of my account in the order of the menu. */
const screens = [
  ['my-account', 'account:nav.overview'],
  ['my-account-orders', 'account:nav.orders'],
  ['my-account-returns', 'account:nav.returns'],
  ['my-account-lists', 'lists:title'],
  ['my-account-devices', 'lists:devices.title'],
  ['my-account-offers', 'account:nav.offers'],
  ['my-account-subscriptions', 'account:nav.subscriptions'],
  ['my-account-organization', 'account:nav.organization'],
  ['my-account-profile-edit', 'account:nav.profile'],
] as const satisfies readonly (readonly [Screen, TextKey])[]
export type AccountScreen = (typeof screens)[number][0]

/** The organization's page is for members and for who is invited. */
export function accountLinks({
  organization,
  invitations,
  hasSubscriptions,
}: AccountFrame): readonly (readonly [AccountScreen, TextKey])[] {
  const isShown: Partial<Record<AccountScreen, boolean>> = {
    'my-account-organization': organization !== null || invitations > 0,
    'my-account-subscriptions': hasSubscriptions,
  }
  return screens.filter(([screen]) => isShown[screen] ?? true)
}

export const quoteStateTexts: Record<QuoteState, TextKey> = {
  requested: 'account:quote_state.requested',
  priced: 'account:quote_state.priced',
  rejected: 'account:quote_state.rejected',
  accepted: 'account:quote_state.accepted',
  withdrawn: 'account:quote_state.withdrawn',
  expired: 'account:quote_state.expired',
}

export const roleTexts: Record<OrganizationRole, TextKey> = {
  admin: 'account:organization.role.admin',
  buyer: 'account:organization.role.buyer',
}

export const organizationFaultTexts: Record<OrganizationFault, TextKey> = {
  email_invalid: 'account:organization.fault.email_invalid',
  already_member: 'account:organization.fault.already_member',
  last_admin: 'account:organization.fault.last_admin',
  has_organization: 'account:organization.fault.has_organization',
  invitation_over: 'account:organization.fault.invitation_over',
  too_many: 'account:organization.fault.crowded',
  asked_too_often: 'account:organization.fault.asked_too_often',
  invited_too_many: 'account:organization.fault.invited_enough',
  required: 'account:organization.fault.required',
  peppol_id_invalid: 'checkout:error.peppol_id_invalid',
}

export const profileFaultTexts: Record<ProfileFault, TextKey> = {
  ...fieldErrorTexts,
  wrong_password: 'islands:login.error.wrong_password',
  too_many_tries: 'islands:login.error.too_many_tries',
  password_too_short: 'islands:login.error.password_too_short',
  password_too_long: 'islands:login.error.password_too_long',
  password_too_common: 'islands:login.error.password_too_common',
  not_sure: 'account:profile.fault.not_sure',
  erase_blocked: 'account:profile.fault.erase_blocked',
  too_many: 'account:profile.fault.full',
}
