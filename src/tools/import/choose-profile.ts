import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseAnyProfile, ProfileError, type AnyProfile } from '../../server/catalog/import/profile/profile.ts'
import { projectFile } from '../../server/platform/project-file.ts'

export type Profiles = ReadonlyMap<string, AnyProfile>

const ownFolder = projectFile('src/tools/import/profiles')

/**
 * Loads the built-in profiles and those in the `profiles` folder of the shop's data, which take precedence;
 * `onReplaced` is told the names that both have. Throws ProfileError for one that cannot be read.
 */
export async function loadProfiles(
  dataFolder: string,
  onReplaced: (names: readonly string[]) => void = () => {},
): Promise<Profiles> {
  const { builtIn, added } = await bothKinds(dataFolder, readProfile)
  const replaced = [...added.keys()].filter((name) => builtIn.has(name))
  if (replaced.length > 0) onReplaced(replaced)
  return new Map([...builtIn, ...added])
}

/** The same without those of the shop that cannot be read: one broken profile stops no file that needs another. */
export async function readableProfiles(dataFolder: string): Promise<Profiles> {
  const { builtIn, added } = await bothKinds(dataFolder, (file) =>
    readProfile(file).catch((error: unknown) => {
      if (error instanceof ProfileError) return undefined
      throw error
    }),
  )
  return new Map([...builtIn, ...added])
}

type Read = (file: string) => Promise<AnyProfile | undefined>

async function bothKinds(dataFolder: string, read: Read): Promise<{ builtIn: Profiles; added: Profiles }> {
  const folder = join(dataFolder, 'profiles')
  return {
    builtIn: await profilesIn(ownFolder, readProfile),
    added: existsSync(folder) ? await profilesIn(folder, read) : new Map(),
  }
}

async function profilesIn(folder: string, read: Read): Promise<Profiles> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const profiles = await Promise.all(names.map((name) => read(join(folder, name))))
  return new Map(profiles.flatMap((profile) => (profile ? [[profile.name, profile] as const] : [])))
}

/** The profile given by name or file, else the one that matches the feed's file name, with or without .gz or .zip. */
export async function chooseProfile(profiles: Profiles, feed: string, wanted: string | undefined): Promise<AnyProfile> {
  if (wanted?.endsWith('.json')) return readProfile(wanted)
  if (wanted !== undefined) {
    const found = profiles.get(wanted)
    if (!found) throw new ProfileError('no_profile_of', { profile: wanted, known: [...profiles.keys()].join(', ') })
    return found
  }
  const fitting = profilesFitting(profiles, feed)
  const [first] = fitting
  const file = basename(feed)
  if (!first) throw new ProfileError('no_profile_fits', { file })
  if (fitting.length > 1)
    throw new ProfileError('profiles_fit', { file, profiles: fitting.map(({ name }) => name).join(', ') })
  return first
}

/** The profiles whose patterns fit a file's name, with or without .gz or .zip. */
export function profilesFitting(profiles: Profiles, feed: string): AnyProfile[] {
  const names = [basename(feed), basename(feed).replace(/\.(?:gz|zip)$/i, '')]
  return [...profiles.values()].filter((profile) =>
    profile.match.some((pattern) => names.some((name) => matches(name, pattern))),
  )
}

/** The name of the built-in profile that reads a file with this name; undefined for none. */
export async function profileFitting(feed: string): Promise<string | undefined> {
  const profiles = [...(await profilesIn(ownFolder, readProfile)).values()]
  return profiles.find(({ match }) => match.some((pattern) => matches(basename(feed), pattern)))?.name
}

function matches(name: string, pattern: string): boolean {
  const source = pattern
    .split('*')
    .map((piece) => RegExp.escape(piece))
    .join('.*')
  return new RegExp(`^${source}$`, 'i').test(name)
}

/** Reads a profile; a .json file name in place of a word list is replaced by that file's content. */
export async function readProfile(file: string): Promise<AnyProfile> {
  const json = await readJson(file, `The profile ${basename(file)}`)
  return parseAnyProfile(await withWords(json, dirname(file)), basename(file))
}

async function withWords(json: unknown, folder: string): Promise<unknown> {
  if (!isRecord(json)) return json
  const words = async (value: unknown) =>
    typeof value === 'string' && value.endsWith('.json')
      ? readJson(join(folder, value), `The list of words ${value}`)
      : value
  const { brand, attributes } = json
  return {
    ...json,
    ...(isRecord(brand) && 'brands' in brand ? { brand: { ...brand, brands: await words(brand['brands']) } } : {}),
    ...(Array.isArray(attributes)
      ? {
          attributes: await Promise.all(
            attributes.map(async (attribute: unknown) =>
              isRecord(attribute) && 'values' in attribute
                ? { ...attribute, values: await words(attribute['values']) }
                : attribute,
            ),
          ),
        }
      : {}),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ProfileError('profile_no_file', { what, file })
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProfileError('words_no_json', { what, fault: error instanceof Error ? error.message : String(error) })
  }
}
