import { daySeconds } from '../durations.ts'

/** Lifetimes of staff sessions in seconds (docs/decisions/0065-console.md). */
export const staffSessionSeconds = 12 * 3600
/** For how long after its session a browser is still known, so that what was typed in it is not lost. */
export const staffKnownSeconds = daySeconds
/** After this much idleness a screen with personal data or money asks for the factor again. */
export const staffIdleSeconds = 30 * 60
/** For how long a confirmed factor allows refunds, exports of persons, and changes of roles and payments. */
export const factorSeconds = 15 * 60
/** From the password to the second factor. */
export const signInSeconds = 10 * 60
export const invitationDays = 3
export const invitationSeconds = invitationDays * daySeconds
/** For how long an invitation that has run out is still shown, so that it is sent again. */
export const invitationKnownSeconds = 30 * daySeconds
/** From showing a page with a passkey button to its use: as long as a question for the factor is kept (0337). */
export const challengeSeconds = 30 * 60
/** For how long a staff member is in the storefront as a customer, and from asking for it to being there. */
export const customerVisitSeconds = 30 * 60
export const handoverSeconds = 60
export const recoveryCodes = 10
