import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { Permission } from '../../domain/staff/permissions.ts'
import { formChoice, formPassword, formText, formTextsByKey } from '../form-fields.ts'

const maxLength = 1_000
const maxAnswerLength = 10_000

/** The first step of signing in, or a passkey alone. */
export const signInForm = z.object({
  email: formText(maxLength),
  password: formPassword(maxLength),
  passkey: formText(maxAnswerLength),
})

/** The second step: a code of the authenticator app, a recovery code, or a passkey. */
export const secondForm = z.object({ code: formText(100), passkey: formText(maxAnswerLength) })

export const invitationForm = z.object({
  token: formText(200),
  name: formText(fieldLengths.name),
  password: formPassword(maxLength),
})

/** The request for a passkey as JSON, for the page's script. */
export type SignInPage = { email: string; next: string; passkey: string; fault: string | null }
export type SecondPage = { next: string; hasCode: boolean; passkey: string | null; fault: string | null }
/** The page of an invitation's link; `wrong` names the field that was refused. */
export type InvitationPage = {
  token: string
  email: string
  name: string
  isKnown: boolean
  fault: string | null
  wrong: 'name' | 'password' | null
}

export const profileForm = z.object({
  name: formText(fieldLengths.name),
  language: formChoice(['en', 'sv']),
  version: formText(20),
})
export const passwordForm = z.object({ current_password: formPassword(maxLength), password: formPassword(maxLength) })
export const totpForm = z.object({ code: formText(20) })
export const passkeyForm = z.object({ passkey: formText(maxAnswerLength), name: formText(60) })
export const idForm = z.object({ id: formText(maxLength) })
export const emptyForm = z.object({})
/** Takes back one change of a record, by its entry in the log. */
export const undoForm = z.object({ entry: formText(64) })

export type AccountPage = {
  name: string
  email: string
  language: 'en' | 'sv'
  role: string
  version: number
  mustEnrol: boolean
  hasTotp: boolean
  /** A new secret to set up, with its QR code as SVG; null while there is an app. */
  newTotp: { secret: string; picture: string } | null
  passkeys: readonly { id: string; name: string; createdAt: string; lastUsedAt: string | null }[]
  newPasskey: string
  codesLeft: number
  /** Shown once, right after they were made. */
  newCodes: readonly string[]
  sessions: readonly { id: string; address: string; userAgent: string; lastUsedAt: string; isCurrent: boolean }[]
}

export const inviteForm = z.object({
  email: formText(200),
  role: formText(60),
  language: formChoice(['en', 'sv']),
})
export const personForm = z.object({
  name: formText(fieldLengths.name),
  role: formText(60),
  is_active: formText(10),
  version: formText(20),
})
export const roleForm = z.object({ name: formText(60), version: formText(20), 'permission:': formTextsByKey })

/** `isMailed`: another link is on its way by mail. */
export type NewLink = { email: string; link: string; isMailed: boolean }

export type StaffPage = {
  people: readonly {
    id: string
    name: string
    email: string
    role: string
    isActive: boolean
    lastUsedAt: string | null
  }[]
  invitations: readonly {
    id: string
    email: string
    role: string
    invitedBy: string
    expiresAt: string
    isOver: boolean
    mailedAt: string | null
  }[]
  roles: readonly string[]
  /** A link that was just made; it is shown once, because only its hash is kept. */
  newLink: NewLink | null
  /** Whether the shop mails invitations itself. */
  isMailed: boolean
  mayChange: boolean
}

export type PersonPage = {
  id: string
  name: string
  email: string
  role: string
  isActive: boolean
  version: number
  roles: readonly string[]
  factors: { passkeys: number; hasTotp: boolean; codes: number }
  sessions: readonly { id: string; address: string; userAgent: string; lastUsedAt: string }[]
  newLink: NewLink | null
  audit: readonly AuditLine[]
  mayChange: boolean
}

export type RolesPage = {
  roles: readonly { name: string; isBuiltIn: boolean; permissions: readonly Permission[]; people: number }[]
  mayChange: boolean
}
export type RolePage = {
  name: string
  /**
   * Of a new role, the roles that it can start as a copy of, the one that was chosen ('' for none), and how many of its
   * permissions are left out because the person may not give them.
   */
  copy: { roles: readonly string[]; from: string; leftOut: number } | null
  isNew: boolean
  isBuiltIn: boolean
  version: number
  permissions: readonly Permission[]
  /** What the person who edits may give. */
  givable: readonly Permission[]
  mayCopy: boolean
  audit: readonly AuditLine[]
  mayChange: boolean
}

/** An entry of the audit log; `changes` has each field before and after, written as text. */
export type AuditLine = {
  id: string
  at: string
  actor: string
  address: string
  operation: string
  subject: string
  subjectKind: string
  subjectId: string
  note: string
  changes: readonly { field: string; before: string; after: string }[]
  /** What records are called that the entry has by their ids. */
  names?: Readonly<Record<string, string>>
  /** The action that takes the change back, where the person may and can. */
  undo?: string
}
