import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { BackupError } from '../backup-error.ts'
import { aboutBackup, newestFirst } from '../backup-folder.ts'
import type { BackupEnv } from '../make-backup.ts'

/** A backup in a store. */
export type StoredBackup = { name: string; made: Date; bytes: number }

/** A store takes at most 10,000 parts of a file: 160 GB. */
const partBytes = 16 * 1024 * 1024
const requestMs = 600_000
const retries = 3

type S3Request = {
  method?: string
  query?: Record<string, string>
  body?: Buffer<ArrayBuffer> | string
  /** How long the answer may take; without one a file may come for as long as some of it comes every five minutes. */
  withinMs?: number | undefined
}

/**
 * A folder of a store that speaks the S3 protocol, with the bucket in the path. Every body is signed with its SHA-256
 * and goes with its MD5, so that the store refuses one that was damaged on its way. Buckets with object lock demand the
 * MD5.
 */
export class S3Store {
  readonly #client: AwsClient
  readonly #origin: string
  readonly #bucket: string
  /** Ends with a slash unless the backups are at the top of the bucket. */
  readonly #prefix: string

  constructor(url: string, { region, keyId, secret }: { region: string; keyId: string; secret: string }) {
    const { origin, pathname } = new URL(url)
    const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '')
    this.#origin = origin
    this.#bucket = bucket
    this.#prefix = folders.map((part) => `${part}/`).join('')
    this.#client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries })
  }

  /** Lists the backups, newest first; other files are left out. */
  async list(withinMs = requestMs): Promise<StoredBackup[]> {
    const found: StoredBackup[] = []
    let token: string | undefined
    do {
      const text: string = await this.#text('', {
        query: { 'list-type': '2', prefix: this.#prefix, ...(token !== undefined && { 'continuation-token': token }) },
        withinMs,
      })
      if (!text.includes('<ListBucketResult'))
        throw new BackupError(`What answers at ${this.#origin} is no store that speaks the S3 protocol.`)
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = (tagOf(entry, 'Key') ?? '').slice(this.#prefix.length)
        const about = aboutBackup(name)
        if (about) found.push({ name, made: about.made, bytes: Number(tagOf(entry, 'Size')) })
      }
      token = tagOf(text, 'NextContinuationToken')
    } while (token !== undefined)
    return newestFirst(found)
  }

  /** Copies a file into the store, in parts; it appears there when it is whole. */
  async put(name: string, file: string): Promise<void> {
    const { size } = await stat(file)
    const started = await this.#text(name, { method: 'POST', query: { uploads: '' } })
    const uploadId = tagOf(started, 'UploadId')
    if (uploadId === undefined) throw new BackupError('The store does not take files in parts.')
    try {
      const tags = await this.#putParts(name, file, { uploadId, size })
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      // A store may answer 200 and say in the body what went wrong. Stores differ in the name around a good answer.
      const answer = await this.#text(name, { method: 'POST', query: { uploadId }, body })
      if (tagOf(answer, 'ETag') === undefined) throw refusal(200, answer)
    } catch (error) {
      await this.#text(name, { method: 'DELETE', query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  async #putParts(name: string, file: string, { uploadId, size }: { uploadId: string; size: number }) {
    const tags: string[] = []
    const handle = await open(file)
    try {
      for (let start = 0; start < size || start === 0; start += partBytes) {
        const bytes = Buffer.alloc(Math.min(partBytes, size - start))
        await handle.read(bytes, 0, bytes.length, start)
        const query = { partNumber: String(tags.length + 1), uploadId }
        const answer = await this.#ask(name, { method: 'PUT', query, body: bytes })
        await answer.body?.cancel()
        tags.push(answer.headers.get('etag') ?? '')
      }
    } finally {
      await handle.close()
    }
    return tags
  }

  /** Copies a file of the store to a new file of this machine, which gets its name when it is whole. */
  async fetch(name: string, file: string): Promise<void> {
    const draft = `${file}.partial`
    const { body, headers } = await this.#ask(name, { withinMs: undefined })
    try {
      // Left by a copy that was killed.
      await rm(draft, { force: true })
      if (body)
        await pipeline(body as AsyncIterable<Uint8Array>, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
      if ((await stat(draft)).size !== Number(headers.get('content-length'))) throw new BackupError(brokenOff(name))
      await rename(draft, file)
    } catch (error) {
      // A connection that breaks is the only TypeError here.
      if (error instanceof TypeError) throw new BackupError(brokenOff(name), { cause: error })
      throw error
    } finally {
      await rm(draft, { force: true })
    }
  }

  async remove(name: string): Promise<void> {
    await this.#text(name, { method: 'DELETE' })
  }

  async #text(name: string, asked: S3Request): Promise<string> {
    return (await this.#ask(name, asked)).text()
  }

  /** `name` is a file in the folder; none is the bucket. Throws BackupError for every answer but a good one. */
  async #ask(name: string, asked: S3Request) {
    const { method = 'GET', query = {}, body = '', withinMs } = { withinMs: requestMs, ...asked }
    const path = name === '' ? this.#bucket : `${this.#bucket}/${this.#prefix}${name}`
    const url = `${this.#origin}/${path}?${new URLSearchParams(query)}`
    const headers = {
      'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      ...(body !== '' && { 'Content-MD5': createHash('md5').update(body).digest('base64') }),
    }
    const sent = { method, headers, ...(body !== '' && { body }), redirect: 'error' as const }
    const answer = await this.#client
      .fetch(url, { ...sent, ...(withinMs !== undefined && { signal: AbortSignal.timeout(withinMs) }) })
      .catch((error: unknown) => {
        throw new BackupError(`The store ${this.#origin} does not answer (${reasonOf(error)}).`, { cause: error })
      })
    if (!answer.ok) throw refusal(answer.status, await answer.text())
    return answer
  }
}

/** The store of the settings, if there is one; parseEnv has checked them. */
export function storeOf(env: BackupEnv): S3Store | undefined {
  const { BACKUP_S3_URL: url, BACKUP_S3_REGION: region, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = env
  if (url === undefined || keyId === undefined || secret === undefined) return undefined
  return new S3Store(url, { region, keyId, secret })
}

function brokenOff(name: string): string {
  return `The store did not send all of ${name}: try again.`
}

function refusal(status: number, text: string): BackupError {
  const code = /^\w{1,60}$/.exec(tagOf(text, 'Code') ?? '')?.[0] ?? 'no code'
  return new BackupError(`The store refuses (${status}, ${code}).`)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code: unknown = Reflect.get(Object(cause), 'code')
  // That of a time limit is a number, and says less than its name.
  return String(typeof code === 'string' ? code : Reflect.get(Object(cause), 'name'))
}

function tagOf(text: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]
}
