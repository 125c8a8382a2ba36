import { href } from '../../../../routes.ts'
import { customerByEmail } from '../../../identity/customer-queries.ts'
import { invitationById } from '../../../identity/organizations/organization-queries.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { sendMail } from '../send-mail.ts'
import { action, text, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'

type Invited = { organization: string; hasAccount: boolean; link: string }

export function invitationMail({ t, head }: MailTexts, { organization, hasAccount, link }: Invited): MailContent {
  return {
    ...head('mail:organization_invitation.subject', { organization }),
    blocks: [
      text(
        t(hasAccount ? 'mail:organization_invitation.text' : 'mail:organization_invitation.text_new', { organization }),
      ),
      action(t(hasAccount ? 'mail:organization_invitation.answer' : 'mail:organization_invitation.register'), link),
    ],
  }
}

/**
 * Invites an address to an organization. The link leads to the organization's page behind the login and holds no
 * secret: only the verified address can accept. Without an account, it leads to the registration.
 */
export async function sendOrganizationInvitation(shop: Shop, invitationId: string): Promise<void> {
  const invitation = await invitationById(shop.db, invitationId)
  if (!invitation) return
  const customer = await customerByEmail(shop.db, invitation.email)
  const language = customer?.language ?? (invitation.country === 'SE' ? 'sv' : 'en')
  const path = customer ? href(language, 'my-account-organization') : href(language, 'login', {}, { mode: 'register' })
  const content = invitationMail(await mailTexts(shop, language), {
    organization: invitation.organization,
    hasAccount: customer !== undefined,
    link: shop.env.ORIGIN + path,
  })
  const email = { language, ...content }
  await sendMail(shop, { to: invitation.email, messageId: `organization-invitation-${invitation.id}`, email })
}
