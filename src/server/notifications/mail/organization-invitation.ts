import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { customerByEmail } from '../../identity/customer-queries.ts'
import { invitationById } from '../../identity/organizations/organization-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/**
 * Invites an address to an organization. The link leads to the organization's page behind the login and holds no
 * secret: only the verified address can accept. Without an account, it leads to the registration.
 */
export async function sendOrganizationInvitation(shop: Shop, invitationId: string): Promise<void> {
  const invitation = await invitationById(shop.db, invitationId)
  if (!invitation) return
  const customer = await customerByEmail(shop.db, invitation.email)
  const language = customer?.language ?? (invitation.country === 'SE' ? 'sv' : 'en')
  const t = translator(language)
  const values = { organization: invitation.organization, brand: shop.settings.locale(language).brand }
  const path = customer ? href(language, 'my-account-organization') : href(language, 'login', {}, { mode: 'register' })
  const blocks = [
    text(t(customer ? 'mail:organization_invitation.text' : 'mail:organization_invitation.text_new', values)),
    action(
      t(customer ? 'mail:organization_invitation.answer' : 'mail:organization_invitation.register'),
      shop.env.ORIGIN + path,
    ),
  ]
  const email = { language, subject: t('mail:organization_invitation.subject', values), blocks }
  await sendMail(shop, { to: invitation.email, messageId: `organization-invitation-${invitation.id}`, email })
}
