import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from './s3-signature.ts'

const bucket = 'backups'
const pauseMs = 400
const minPart = 5 * 1024 * 1024

/** It closes the connection, sends half of a file, pauses in a file, is no store, or says nothing. */
type Fault = 'break' | 'half' | 'slow' | 'page' | 'silent'

/** Answers a request in place of the store; undefined lets the store answer. */
export type Trouble = (asked: { method: string; key: string; query: URLSearchParams }) => number | Fault | undefined

/**
 * A store with the calls of S3 that backups need, in memory: it checks signatures (version 4), the SHA-256 of bodies
 * and the MD5 of parts by its own reckoning, takes files in parts as S3 does, and lists two files at a time.
 */
export class FakeS3 implements AsyncDisposable {
  readonly files = new Map<string, Buffer>()
  readonly uploads = new Map<string, Map<number, Buffer>>()
  refused = 0
  nameOfGood = 'Result'
  trouble: Trouble = () => undefined
  readonly #server = createServer((req, res) => void this.#answer(req, res).catch(() => res.destroy()))

  static async start(): Promise<FakeS3> {
    const fake = new FakeS3()
    fake.#server.listen(0, '127.0.0.1')
    await once(fake.#server, 'listening')
    return fake
  }

  /** The address of a folder in its bucket. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${bucket}/shop`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = Buffer.concat(await req.toArray())
    const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://store')
    const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length)
    const wrong = this.trouble({ method: req.method ?? '', key, query })
    if (wrong !== undefined) return this.#fail(res, key, wrong)
    if (!isSigned(req, body)) {
      this.refused += 1
      return refuse(res, 403, 'SignatureDoesNotMatch')
    }
    if (req.method === 'PUT' && req.headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
      return refuse(res, 400, 'BadDigest')
    const call = `${req.method}${query.has('uploads') ? ' uploads' : ''}${query.has('uploadId') ? ' upload' : ''}`
    if (call === 'GET' && key === '') return this.#list(res, query)
    return this.#file(call, { key, query, body, res })
  }

  #fail(res: ServerResponse, key: string, how: number | Fault): void {
    if (typeof how === 'number') return refuse(res, how, 'Trouble')
    if (how === 'break') return void res.socket?.destroy()
    if (how === 'page') return void res.end('<html></html>')
    if (how === 'half' || how === 'slow') this.#sendInHalves(res, key, how)
  }

  #sendInHalves(res: ServerResponse, key: string, how: 'half' | 'slow'): void {
    const file = this.files.get(key) ?? Buffer.alloc(0)
    const half = Math.ceil(file.length / 2)
    res.setHeader('Content-Length', file.length).write(file.subarray(0, half))
    setTimeout(() => (how === 'half' ? res.destroy() : res.end(file.subarray(half))), pauseMs)
  }

  #file(
    call: string,
    { key, query, body, res }: { key: string; query: URLSearchParams; body: Buffer; res: ServerResponse },
  ) {
    const upload = this.uploads.get(query.get('uploadId') ?? '')
    if (call === 'POST uploads') {
      const id = randomUUID()
      this.uploads.set(id, new Map())
      return void res.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (call === 'PUT upload' && upload) {
      upload.set(Number(query.get('partNumber')), body)
      return void res.writeHead(200, { ETag: `"${tagOf(body)}"` }).end()
    }
    if (call === 'POST upload' && upload) return this.#complete(res, key, { query, body, upload })
    if (call === 'DELETE upload') this.uploads.delete(query.get('uploadId') ?? '')
    if (call === 'DELETE') this.files.delete(key)
    const file = this.files.get(key)
    if (call === 'GET') return file ? void res.end(file) : refuse(res, 404, 'NoSuchKey')
    return void res.writeHead(204).end()
  }

  #complete(
    res: ServerResponse,
    key: string,
    { query, body, upload }: { query: URLSearchParams; body: Buffer; upload: Map<number, Buffer> },
  ): void {
    const asked = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
    const parts = asked.map(([, number = '', tag]) => ({ bytes: upload.get(Number(number)), tag }))
    const isWhole = parts.length === upload.size && parts.every(({ bytes, tag }) => bytes && tagOf(bytes) === tag)
    const isSmall = parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < minPart)
    // As S3 does when it fails late: 200, with the error in the body.
    if (!isWhole || isSmall) return void res.end('<Error><Code>InvalidPart</Code></Error>')
    this.files.set(key, Buffer.concat(parts.flatMap(({ bytes }) => bytes ?? [])))
    this.uploads.delete(query.get('uploadId') ?? '')
    // Amazon's name for it is CompleteMultipartUploadResult; moto 5 ends it with "Response".
    const root = `CompleteMultipartUpload${this.nameOfGood}`
    res.end(`<${root}><ETag>&quot;${tagOf(body)}&quot;</ETag></${root}>`)
  }

  #list(res: ServerResponse, query: URLSearchParams): void {
    const all = [...this.files.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const entries = all
      .slice(from, from + 2)
      .map((key) => `<Contents><Key>${key}</Key><Size>${this.files.get(key)?.length}</Size></Contents>`)
    const next = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    res.end(`<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`)
  }
}

const tagOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

function refuse(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status).end(`<Error><Code>${code}</Code><Message>&amp;</Message></Error>`)
}
