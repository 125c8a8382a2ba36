import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { acceptedEncodings, type Encoding } from '../answers/compress.ts'
import { bodyHash, matchesHash } from '../answers/entity-tags.ts'
import type { HeaderList } from '../answers/security-headers.ts'
import { contentType } from './content-types.ts'

const hashedPrefix = '/_astro/'
const cacheForever = 'public, max-age=31536000, immutable'
const cacheOneHour = 'public, max-age=3600'
/** The best one first. */
const fileEndings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
]

type Variant = {
  readonly encoding: Encoding
  readonly body: Buffer
  readonly headers: string[]
}

type StaticFile = {
  readonly hash: string
  /** The best one first. */
  readonly variants: readonly Variant[]
}

export type ServeDirectly = (req: IncomingMessage, res: ServerResponse) => boolean

/** Serves the built client folder from memory, with the compressed copies that the build has written. */
export function staticFiles(folder: string, always: HeaderList): ServeDirectly {
  const files = readFolder(folder, always)
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const file = files.get(pathOf(req.url ?? ''))
    if (file !== undefined) write(req, res, file)
    return file !== undefined
  }
}

function write(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
  const accepted = acceptedEncodings(req.headers['accept-encoding'])
  const variant = file.variants.find(({ encoding }) => accepted.has(encoding))
  if (variant === undefined || matchesHash(req.headers['if-none-match'], file.hash)) {
    res.writeHead(304, variant?.headers.slice(contentHeaders)).end()
    return
  }
  res.writeHead(200, variant.headers).end(req.method === 'HEAD' ? undefined : variant.body)
}

function readFolder(folder: string, always: HeaderList): Map<string, StaticFile> {
  const names = new Set(listFiles(folder))
  const originals = [...names].filter((name) => !isCompressedCopy(name, names))
  return new Map(originals.map((name) => [urlPath(folder, name), readFile(name, names, urlPath(folder, name), always)]))
}

/** How many leading headers of a variant describe the body and are omitted from a 304. */
const contentHeaders = 4

function readFile(name: string, names: ReadonlySet<string>, path: string, always: HeaderList): StaticFile {
  const hash = bodyHash(readFileSync(name))
  const caching = path.startsWith(hashedPrefix) ? cacheForever : cacheOneHour
  const variants = fileEndings
    .filter(([, ending]) => names.has(name + ending))
    .map(([encoding, ending]): Variant => {
      const body = readFileSync(name + ending)
      const headers = [
        'Content-Type',
        contentType(name),
        'Content-Length',
        String(body.length),
        'Cache-Control',
        caching,
        'ETag',
        `"${hash}-${encoding}"`,
        'Vary',
        'Accept-Encoding',
        ...always,
      ]
      if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
      return { encoding, body, headers }
    })
  return { hash, variants }
}

function isCompressedCopy(name: string, names: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3))
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
}

function urlPath(folder: string, name: string): string {
  return `/${relative(folder, name).split(sep).map(encodeURIComponent).join('/')}`
}

function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}
