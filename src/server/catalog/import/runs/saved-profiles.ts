import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReason } from '../../../../domain/products/file-reasons.ts'
import { newSecret } from '../../../platform/ids.ts'
import { parseAnyProfile, ProfileError, type AnyProfile, unusable } from '../profile/profile.ts'

/** A profile in the shop's data: as text, and a hash that says whether it is still the same. */
export type SavedProfile = {
  name: string
  text: string
  version: string
  profile: AnyProfile | null
  fault: FileReason | null
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,59}$/
const folderOf = (data: string): string => join(data, 'profiles')
const max = 500

export const isProfileName = (text: string): boolean => namePattern.test(text)

/** The profiles that were saved in the console or by the `import` command, by name. */
export async function savedProfiles(data: string): Promise<SavedProfile[]> {
  const names = await readdir(folderOf(data)).catch(() => [])
  const own = names.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : [])).filter(isProfileName)
  const read = await Promise.all(
    own
      .toSorted()
      .slice(0, max)
      .map((name) => savedProfile(data, name)),
  )
  return read.filter((each) => each !== undefined)
}

/** One saved profile; undefined for a name that there is not. */
export async function savedProfile(data: string, name: string): Promise<SavedProfile | undefined> {
  if (!isProfileName(name)) return undefined
  const text = await readFile(join(folderOf(data), `${name}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  try {
    return { name, text, version, profile: parseProfileText(text, name), fault: null }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    return { name, text, version, profile: null, fault: error.detail }
  }
}

/**
 * Parses the text of a profile from the console. Throws ProfileError, also for what only files of the server may say:
 * paths, and lists of words in files.
 */
export function parseProfileText(text: string, name: string): AnyProfile {
  const json = parseJson(text, name)
  const profile = parseAnyProfile(json, name)
  if ('textRows' in profile && profile.textRows?.file !== undefined)
    throw unusable(name, 'textRows may not name a file here')
  if (profile.name !== name) throw unusable(name, `its name is "${profile.name}"`)
  return profile
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProfileError('profile_no_json', { profile: name, fault: error instanceof Error ? error.message : '' })
  }
}

/**
 * Writes a profile as a whole; tells whether what is there was still `version` (undefined for a new one), else writes
 * nothing.
 */
export async function saveProfile(
  data: string,
  { name, text, version }: { name: string; text: string; version: string | undefined },
): Promise<boolean> {
  if ((await savedProfile(data, name))?.version !== version) return false
  const folder = folderOf(data)
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${newSecret()}.tmp`)
  await writeFile(draft, text)
  await rename(draft, join(folder, `${name}.json`))
  return true
}

export async function deleteProfile(
  data: string,
  { name, version }: { name: string; version: string },
): Promise<boolean> {
  if (version === '' || (await savedProfile(data, name))?.version !== version) return false
  await rm(join(folderOf(data), `${name}.json`), { force: true })
  return true
}
