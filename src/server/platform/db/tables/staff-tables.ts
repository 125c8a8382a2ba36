import type { Generated } from 'kysely'
import type { Language } from '../../../../domain/places/locales.ts'
import type { Flag } from './flag.ts'

/** Tables of the people who run the shop, and of what they did. Staff are not customers. */
export type StaffTables = {
  /** `totp_step` is the last used time step of `totp_secret`: a code works once. `version` prevents lost changes. */
  staff: {
    id: string
    email: string
    name: string
    language: Language
    role: string
    password_hash: string | null
    totp_secret: string | null
    totp_step: number
    is_active: Flag
    version: number
    created_at: string
  }
  /**
   * Forms that made something, by the hash of who sent what where. `answer` is null until it is given, and sealed with
   * the form's own key; `sending` tells the first sending from a second.
   */
  sent_forms: { id: string; sending: string; answer: string | null; created_at: string }
  /**
   * Answers to forms that were refused or ask something, by the hash of their address and of the person who reads them;
   * `answer` is sealed with a secret that only the address has. `form` is the first answer of those to one form, which
   * was sent again from each.
   */
  kept_answers: { id: string; form: string; staff_id: string; answer: string; created_at: string }
  /** Roles that the shop made itself; `permissions` is JSON. */
  staff_roles: { name: string; permissions: string; version: number }
  /** `id` and `public_key` are base64url; `transports` is JSON. */
  staff_passkeys: {
    id: string
    staff_id: string
    public_key: string
    counter: number
    transports: string
    name: string
    created_at: string
    last_used_at: string | null
  }
  /** Unused codes by hash. */
  staff_recovery_codes: { hash: string; staff_id: string }
  /**
   * Sessions by the hash of their secret. A session at stage `password` may only show the second factor; `factor_at` is
   * when a factor was last confirmed, null once nobody was there for half an hour since then.
   */
  staff_sessions: {
    hash: string
    id: string
    staff_id: string
    stage: 'password' | 'full'
    factor_at: string | null
    address: string
    user_agent: string
    created_at: string
    last_used_at: string
    expires_at: string
  }
  /**
   * Staff in the storefront as a customer. `hash` is of the handover's token until `is_open`, then of the cookie's
   * secret; `staff_session` is the hash of the session that it needs.
   */
  customer_visits: {
    hash: string
    id: string
    is_open: 0 | 1
    staff_session: string
    customer_id: string
    reason: string
    created_at: string
    expires_at: string
  }
  /** What staff tell each other about a customer or an organization. */
  staff_notes: {
    id: string
    subject_kind: 'customer' | 'organization'
    subject_id: string
    at: string
    author: string
    text: string
  }
  /**
   * Single-use links; `staff_id` names whose sign-in is set anew, null for a new person. `hash` is of the link that a
   * page or command has shown, `mail_hash` of the one in the mail.
   */
  staff_invitations: {
    hash: string
    id: string
    email: string
    role: string
    language: Language
    staff_id: string | null
    invited_by: string
    created_at: string
    expires_at: string
    mail_hash: string | null
    mailed_at: string | null
  }
  /** Challenges that were answered, until they would have expired: an answer works once. */
  staff_used_challenges: { hash: string; expires_at: string }
  /** Lists as somebody set them up: `query` is the query of their address. */
  staff_views: { id: string; staff_id: string; list: string; name: string; query: string }
  /**
   * What staff, commands and programs did; append-only. `before` and `after` are JSON of the fields that changed;
   * `staff_id` is null for a command or an API key.
   */
  audit_log: {
    seq: Generated<number>
    id: string
    at: string
    staff_id: string | null
    actor: string
    address: string
    operation: string
    subject_kind: string
    subject_id: string
    subject: string
    before: string
    after: string
    note: string
  }
  /**
   * Why staff did something with a customer or a gift card, as they typed it: beside the log, because it may name
   * people, and is erased with them.
   */
  audit_reasons: { entry_id: string; subject_kind: string; subject_id: string; reason: string }
}
