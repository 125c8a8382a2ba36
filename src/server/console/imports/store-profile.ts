import { isDeepStrictEqual } from 'node:util'
import type { Base } from '../../catalog/import/runs/choices-of-profile.ts'
import { saveProfile, savedProfile } from '../../catalog/import/runs/saved-profiles.ts'
import { audited } from '../../platform/audit/audit.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { Desk } from '../frame/desk.ts'

/**
 * The version of the profile that saving under a name replaces; undefined for a new name. Throws ConsoleError where
 * another profile has the name, or somebody has changed this one since it was chosen.
 */
export async function profileBefore({ shop }: Desk, base: Base, name: string): Promise<string | undefined> {
  const before = await savedProfile(shop.env.SHOP_DATA, name)
  if (!before) return undefined
  const same = before.profile && isDeepStrictEqual(JSON.parse(JSON.stringify(before.profile)), base.json)
  if (!same) throw new ConsoleError('import_profile_there', { name })
  return before.version
}

type Saved = { name: string; text: string; version: string | undefined }

/** Saves a profile's text where it is still the one that somebody saw, with an entry in the log. */
export async function storeText({ shop, session }: Desk, saved: Saved): Promise<void> {
  const subject = { kind: 'profile', id: saved.name, label: saved.name }
  await audited(shop, session.actor, { operation: 'imports.profile', subject }, ({ db }) =>
    db.transaction().execute(async () => {
      if (!(await saveProfile(shop.env.SHOP_DATA, saved))) throw new ConsoleError('record_changed')
    }),
  )
}
