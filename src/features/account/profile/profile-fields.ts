import type { ProfilePage, ProfileSection } from '../../../contracts/customer-pages/profile-page.ts'
import { fieldLengths, maxTypedPasswordLength } from '../../../domain/field-lengths.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { profileFaultTexts } from '../account-texts.ts'

type Profile = Extract<ProfilePage, { kind: 'profile' }>
export type SentForm = Profile['sent']

/** The form of this section as it was sent last; undefined when another one was, or none. */
export function sentForm({ sent }: Profile, section: ProfileSection): SentForm | undefined {
  return sent?.section === section ? sent : undefined
}

/** What is wrong with a field of the form that was sent, in words. */
export function sentError(sent: SentForm | undefined, name: string, t: Translate): string | undefined {
  const fault = sent?.faults[name]
  return fault && t(profileFaultTexts[fault])
}

/** A field of a profile form for `ui/Field.astro`: what was typed last, else what is stored. */
export function profileField(
  { sent, form, name, stored = '' }: { sent: SentForm | undefined; form: string; name: string; stored?: string },
  t: Translate,
) {
  const error = sentError(sent, name, t)
  const id = `${form}-${name}`
  return {
    id,
    name,
    value: sent?.typed[name] ?? stored,
    error,
    maxlength: maxLength(name),
    isFocused: error !== undefined,
  }
}

/** A password, which is never shown again. */
export function passwordField(sent: SentForm | undefined, { id, name }: { id: string; name: string }, t: Translate) {
  const error = sentError(sent, name, t)
  return {
    id,
    name,
    type: 'password',
    maxlength: maxTypedPasswordLength,
    error,
    isFocused: error !== undefined,
  } as const
}

function maxLength(name: string): number {
  return Object.entries(fieldLengths).find(([known]) => known === name)?.[1] ?? fieldLengths.name
}
