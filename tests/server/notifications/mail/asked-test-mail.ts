import type { Language } from '../../../../src/domain/places/locales.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '../../../../src/server/identity/staff/invitations.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** Invites somebody new to the staff, and somebody of it to a new sign-in, by mail. */
export async function staffInvitations(shop: Shop, language: Language, by: string): Promise<void> {
  const actor = { staffId: null, name: by, address: 'test' }
  const invitation = { email: 'ny@example.se', role: 'seller', language, isMailed: true }
  const { link } = await inviteStaff(shop, actor, { ...invitation, email: 'kim@example.se', isMailed: false })
  const token = new URL(link).searchParams.get('token') ?? ''
  const staff = await acceptInvitation(shop, 'test', { token, name: 'Kim', password: 'en helt annan fras 91' })
  if (typeof staff === 'object') await inviteAgain(shop, actor, staff.id, true)
  await inviteStaff(shop, actor, invitation)
}

/** Asks for the mail by which staff see that mails are sent. */
export async function testMail({ db, now }: Shop, language: Language, by: string): Promise<void> {
  const payload = { to: 'anna@example.se', language, by }
  await db.transaction().execute((trx) => addToOutbox(trx, { kind: 'mail.test', dedupeKey: 'test', payload }, now()))
}
