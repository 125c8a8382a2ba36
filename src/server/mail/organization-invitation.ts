import { translator } from '../../i18n/translator.ts'
import { href } from '../../routes.ts'
import { customerByEmail } from '../accounts/customer-queries.ts'
import { invitationById } from '../accounts/organization-queries.ts'
import type { Shop } from '../shop.ts'
import { sendMail } from './send-mail.ts'

/**
 * Invites an address to an organization. The link leads to the organization's page behind the login and holds nothing secret:
 * it is the proved address that may accept. Who has no account is led to where one is made.
 */
export async function sendOrganizationInvitation(shop: Shop, invitationId: string): Promise<void> {
  const invitation = await invitationById(shop.db, invitationId)
  if (!invitation) return
  const customer = await customerByEmail(shop.db, invitation.email)
  const language = customer?.language ?? (invitation.country === 'SE' ? 'sv' : 'en')
  const t = translator(language)
  const values = { organization: invitation.organization }
  const path = customer ? href(language, 'my-account-organization') : href(language, 'login', {}, { mode: 'register' })
  const intro = t(customer ? 'mail:organization_invitation.text' : 'mail:organization_invitation.text_new', values)
  const text = [intro, '', shop.env.ORIGIN + path, '', t('mail:signature')].join('\n')
  const subject = t('mail:organization_invitation.subject', values)
  await sendMail(shop, { to: invitation.email, subject, text, messageId: `organization-invitation-${invitation.id}` })
}
