import { invitationDays } from '../../../../domain/staff/staff-limits.ts'
import { setMailedAt } from '../../../identity/staff/invitation-queries.ts'
import { mailedLink } from '../../../identity/staff/invitations.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { sendMail } from '../send-mail.ts'
import { action, text, type MailContent } from '../template/email-template.ts'
import { mailTexts, type MailTexts } from '../texts/mail-texts.ts'

type Invited = { by: string; isKnown: boolean; link: string }

/** `isKnown`: the person has an account, whose sign-in is set anew. */
export function staffInvitationMail({ t, head }: MailTexts, { by, isKnown, link }: Invited): MailContent {
  return {
    ...head(isKnown ? 'mail:staff_invitation.subject_reset' : 'mail:staff_invitation.subject', { by }),
    blocks: [
      text(t(isKnown ? 'mail:staff_invitation.text_reset' : 'mail:staff_invitation.text', { by })),
      action(t(isKnown ? 'mail:staff_invitation.go_reset' : 'mail:staff_invitation.go'), link),
      text(t('mail:staff_invitation.once', { count: invitationDays })),
    ],
  }
}

/** Mails a person the link by which they come to work in the console, unless the invitation is over meanwhile. */
export async function sendStaffInvitation(shop: Shop, invitationId: string): Promise<void> {
  const mailed = await mailedLink(shop, invitationId)
  if (!mailed) return
  const { email: to, language, staff_id: staffId, invited_by: by } = mailed.invitation
  const content = staffInvitationMail(await mailTexts(shop, language), {
    by,
    isKnown: staffId !== null,
    link: mailed.link,
  })
  await sendMail(shop, { to, messageId: `staff-invitation-${invitationId}`, email: { language, ...content } })
  await setMailedAt(shop.db, invitationId, shop.now().toISOString())
}
