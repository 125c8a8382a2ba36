import type { FeedChoices } from '../../../../domain/products/feed-choices.ts'
import { parseAnyProfile, ProfileError } from '../profile/profile.ts'
import { baseOf, type Base, type EditableProfile } from './choices-of-profile.ts'
import { profileOfChoices } from './profile-of-choices.ts'
import { baseJson, choicesJson } from './run-json.ts'
import type { ImportRow } from './run-queries.ts'

/** What the choices of an import are laid over. Throws ProfileError. */
export function baseOfRow({ base }: Pick<ImportRow, 'base'>): Base {
  const stored = baseJson.read(base)
  return baseOf(editable(stored['before'] ?? stored, 'base'))
}

/** Asks for another base: a profile, '' for a guess. Until the file is read with it, the one before counts. */
export function requestedBase(
  { base }: Pick<ImportRow, 'base'>,
  asked: { use: string; headerRow?: number | undefined },
): string {
  const stored = baseJson.read(base)
  return baseJson.write({ ...asked, before: stored['before'] ?? stored })
}

/** The profile that an import's choices are. Throws ProfileError. */
export function profileOfRow(row: Pick<ImportRow, 'base' | 'choices'>): EditableProfile {
  const choices = choicesJson.read(row.choices)
  if (!choices) throw new ProfileError('file_unread')
  return profileBy(choices, baseOfRow(row))
}

/** The profile that choices are. Throws ProfileError. */
export function profileBy(choices: FeedChoices, base: Base): EditableProfile {
  return editable(profileOfChoices(choices, base), choices.profile)
}

function editable(json: unknown, name: string): EditableProfile {
  const profile = parseAnyProfile(json, name)
  if ('own' in profile) throw new ProfileError('own_no_choices')
  if ('textRows' in profile && profile.textRows?.file !== undefined)
    throw new ProfileError('profile_second_file', { profile: name })
  return profile
}
