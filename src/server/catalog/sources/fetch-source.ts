import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FeedSource } from '../../../domain/settings/sources.ts'
import { fileHash } from '../../platform/file-hash.ts'
import { PublicDownloads, type DownloadLimits } from '../../platform/public-download.ts'
import { downloadBySftp } from '../../platform/sftp/download-by-sftp.ts'
import { SourceError } from './source-error.ts'

/** The file as it was copied or downloaded, and what identifies its contents. */
type Fetched = { file: string; version: string; etag: string } | 'unchanged' | 'waiting'

/** Downloads with the limits of a source. */
export type DownloadsOf = (source: Pick<FeedSource, 'private'>) => PublicDownloads

const limits: DownloadLimits = { bytes: 2048 * 1024 * 1024, timeoutMs: 600_000, redirects: 3 }
/** A file that was written to this recently may not be whole. */
const settledMs = 3_000
const usualName = 'feed'

export const limitedDownloads: DownloadsOf = (source) =>
  new PublicDownloads(limits, source.private ? { refused: '' } : {})

type Known = { version: string; etag: string; texts_file: string; texts_hash: string }

/** What `fetchSource` needs besides the source. `known` is what was last imported, empty where nothing was. */
type FetchOptions = {
  folder: string
  known: Known
  secrets: Readonly<Record<string, string>>
  downloads: DownloadsOf
  stop: AbortSignal
}

/**
 * Brings a source's file into an empty folder. `unchanged` when it is the one that was last imported with the same
 * settings and texts, `waiting` when somebody is still writing it or its texts. Throws SourceError.
 */
export async function fetchSource(source: FeedSource, options: FetchOptions): Promise<Fetched> {
  const { folder, known } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const settings = settingsVersion(source)
  const texts = await textsNow(known.texts_file)
  if (texts === 'waiting') return 'waiting'
  const isKnown = texts.hash === known.texts_hash && known.version.startsWith(`${settings}:`)
  const file = join(folder, fileNameOf(source))
  const found = source.from.startsWith('/')
    ? await copyWhole(source.from, file)
    : source.from.startsWith('sftp:')
      ? await downloadFromSftp(source, file, options)
      : await download(source, file, options, isKnown ? known.etag : '')
  if (typeof found === 'string') return found
  const version = `${settings}:${await fileHash(file)}`
  return isKnown && version === known.version ? 'unchanged' : { file, version, etag: found.etag }
}

/** The file of texts that was read with the feed; one that is gone has no hash, and the import says so. */
async function textsNow(file: string): Promise<{ hash: string } | 'waiting'> {
  const found = file === '' ? undefined : await stat(file).catch(() => undefined)
  if (!found?.isFile()) return { hash: '' }
  if (isBeingWritten(found)) return 'waiting'
  return { hash: await fileHash(file).catch(() => '') }
}

const isBeingWritten = ({ mtimeMs }: { mtimeMs: number }): boolean => Math.abs(Date.now() - mtimeMs) < settledMs

/** A file is imported again after a change of what decides how it is imported. */
function settingsVersion({ from, fileName, profile, maxRejected, maxMissing }: FeedSource): string {
  const settings = JSON.stringify([from, fileName, profile, maxRejected, maxMissing])
  return createHash('sha256').update(settings).digest('base64url').slice(0, 16)
}

function fileNameOf({ from, fileName }: FeedSource): string {
  if (fileName !== '') return fileName
  if (from.startsWith('/')) return basename(from)
  const name = new URL(from).pathname.split('/').at(-1) ?? ''
  return /^[\w-][\w.-]{0,99}$/.test(name) ? name : usualName
}

async function copyWhole(from: string, file: string): Promise<{ etag: string } | 'waiting'> {
  const before = await stat(from).catch(() => {
    throw new SourceError('source_no_file')
  })
  if (!before.isFile()) throw new SourceError('source_folder')
  if (before.size > limits.bytes) throw new SourceError('source_large', { megabytes: limits.bytes / 1024 / 1024 })
  if (isBeingWritten(before)) return 'waiting'
  await copyFile(from, file, constants.COPYFILE_FICLONE).catch(() => {
    throw new SourceError('source_copy')
  })
  const after = await stat(from).catch(() => undefined)
  return after?.size === before.size && after.mtimeMs === before.mtimeMs ? { etag: '' } : 'waiting'
}

async function download(
  source: FeedSource,
  file: string,
  { secrets, downloads, stop }: FetchOptions,
  etag: string,
): Promise<{ etag: string } | 'unchanged'> {
  const authorization = authorizationOf(source, secrets)
  const client = downloads(source)
  try {
    const found = await client.download(source.from, file, { etag, authorization, accept: '*/*', stop })
    if (typeof found === 'object' && 'problem' in found)
      throw new SourceError('source_not_fetched', { fault: found.problem })
    return found
  } finally {
    client.close()
  }
}

async function downloadFromSftp(
  source: FeedSource,
  file: string,
  { secrets, downloads, stop }: FetchOptions,
): Promise<{ etag: string } | 'waiting'> {
  const client = downloads(source)
  const { user, hostKey } = source
  const login = { user, hostKey, secret: secretOf(source, secrets) }
  try {
    const found = await downloadBySftp(source.from, file, login, { ...client, stop })
    if (found === 'changing') return 'waiting'
    if (found === 'whole') return { etag: '' }
    if (found.hostKey === undefined) throw new SourceError('source_not_fetched', { fault: found.problem })
    throw hostKeyError(found.hostKey, hostKey)
  } finally {
    client.close()
  }
}

function hostKeyError(shown: string, known: string): SourceError {
  return known === ''
    ? new SourceError('source_host_key', { shown }, shown)
    : new SourceError('source_other_key', { shown, known }, shown)
}

/** The secret of a feed; `FEED_…_HOST` beside it says which server alone may be sent it. */
function secretOf({ secret, from }: FeedSource, secrets: FetchOptions['secrets']): string {
  const value = secrets[secret]
  if (value === undefined) throw new SourceError('source_no_secret', { name: secret })
  const host = secrets[`${secret}_HOST`]
  if (host !== undefined && new URL(from).hostname !== host.trim().toLowerCase())
    throw new SourceError('source_secret_elsewhere', { name: secret })
  return value
}

function authorizationOf(source: FeedSource, secrets: FetchOptions['secrets']): string | undefined {
  const { user, secret } = source
  if (secret === '') return undefined
  const value = secretOf(source, secrets)
  return user === '' ? `Bearer ${value}` : `Basic ${Buffer.from(`${user}:${value}`).toString('base64')}`
}

/** Removes a source's secret from a text, as it is and as it was sent. */
export function withoutSecret(text: string, { user, secret }: FeedSource, secrets: FetchOptions['secrets']): string {
  const value = secrets[secret]
  if (value === undefined) return text
  const sent = Buffer.from(`${user}:${value}`).toString('base64')
  return text.replaceAll(value, '…').replaceAll(sent, '…')
}
