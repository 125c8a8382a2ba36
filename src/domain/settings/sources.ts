import { z } from 'zod/mini'
import { faultAt, sentence, type SettingsFault } from './reasons.ts'
import { line, optional } from './setting-texts.ts'
import { readSchedule } from './source-schedule.ts'

const id = line(40).check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence('short_name', { example: 'acme-stock' })))
const isPercent = (text: string): boolean => /^\d{1,3}%$/.test(text) && Number(text.slice(0, -1)) <= 100
const isFileName = (text: string): boolean => /^[\w-][\w.-]*$/.test(text)

function isPlace(text: string): boolean {
  if (text.startsWith('/')) return true
  if (!/^(?:https?|sftp):\/\//.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.username === '' && url.password === '' && (url.protocol !== 'sftp:' || isRemoteFile(url))
}

/** A file of an SFTP server; its path has no bytes that a server could read as its end. */
function isRemoteFile({ hostname, pathname, search, hash }: URL): boolean {
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i.test(hostname) || search !== '' || hash !== '')
    return false
  if (/%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/i.test(pathname) || pathname.endsWith('/')) return false
  try {
    return decodeURIComponent(pathname).length > 1
  } catch {
    return false
  }
}

/** The fingerprint of a key as OpenSSH writes it. */
export function isFingerprint(text: string): boolean {
  return /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)
}

export const feedSource = z.strictObject({
  id,
  /** The path of a file, or an address. */
  from: line(1_000).check(z.refine(isPlace, sentence('feed_from'))),
  /** How the file is called for the import where the address does not say it; its end says the format. */
  fileName: optional(100, isFileName, sentence('feed_file')),
  /** A profile's name; empty for the one that fits the file name. */
  profile: z.prefault(line(100).check(z.refine((text) => !/[/\\]|\.json$/.test(text), sentence('feed_profile'))), ''),
  schedule: line(40).check(z.refine((text) => readSchedule(text) !== undefined, sentence('feed_schedule'))),
  active: z.prefault(z.boolean(), true),
  /** Sent with the secret as a password; without it the secret is a bearer token. */
  user: optional(200, (text) => !text.includes(':'), sentence('no_colon')),
  /** The name of the environment variable with the password or token. */
  secret: optional(80, (text) => /^FEED_[A-Z0-9_]+$/.test(text), sentence('feed_variable')),
  /** The fingerprint of the key of an SFTP server; without it nobody logs in there. */
  hostKey: optional(50, isFingerprint, sentence('feed_host_key')),
  /** Whether the address may be one of the shop's own network, and may be http. */
  private: z.prefault(z.boolean(), false),
  maxRejected: z.prefault(
    line(9).check(z.refine((text) => /^\d{1,8}$/.test(text) || isPercent(text), sentence('feed_rows'))),
    '10%',
  ),
  maxMissing: z.prefault(line(4).check(z.refine(isPercent, sentence('feed_share'))), '20%'),
})

/** Feeds that the shop fetches and imports by itself. */
export const sourcesSettings = z.strictObject({
  feeds: z.prefault(z.array(feedSource).check(z.maxLength(100, sentence('most_entries', { most: 100 }))), []),
})

export type FeedSource = z.output<typeof feedSource>

/** Rules between the settings of sources, each reported at the setting to change. */
export function sourceFaults({ feeds }: z.output<typeof sourcesSettings>): SettingsFault[] {
  const ids = feeds.map((each) => each.id)
  return feeds.flatMap((each, at) => {
    const name = `sources.feeds.${each.id}`
    if (ids.indexOf(each.id) !== at) return [faultAt(name, 'there_twice')]
    if (each.user !== '' && each.secret === '') return [faultAt(`${name}.secret`, 'feed_secret')]
    if (each.secret !== '' && each.from.startsWith('/')) return [faultAt(`${name}.secret`, 'feed_secret_of_file')]
    if (each.from.startsWith('http:') && !each.private) return [faultAt(`${name}.from`, 'feed_https')]
    return sftpFaults(name, each)
  })
}

function sftpFaults(name: string, { from, user, secret, hostKey }: FeedSource): SettingsFault[] {
  if (!from.startsWith('sftp:')) return hostKey === '' ? [] : [faultAt(`${name}.hostKey`, 'feed_host_key_of_sftp')]
  if (user !== '' && secret !== '') return []
  return [faultAt(`${name}.${user === '' ? 'user' : 'secret'}`, 'feed_sftp_login')]
}
