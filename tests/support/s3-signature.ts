import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const s3Key = { id: 'AKIATEST', secret: 'a secret of this test', region: 'eu-north-1' }
/** Checks a signature as Amazon describes it (Signature Version 4, "Create a signed request"). */
export function isSigned(req: IncomingMessage, body: Buffer): boolean {
  const found = /Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=(\w+)/.exec(String(req.headers.authorization))
  const [, credential = '', signed = '', signature] = found ?? []
  const [id, day, region, service] = credential.split('/')
  const digest = createHash('sha256').update(body).digest('hex')
  if (id !== s3Key.id || region !== s3Key.region || req.headers['x-amz-content-sha256'] !== digest) return false
  const scope = [day, region, service, 'aws4_request'].map(String)
  return signature === signatureOf(canonicalRequest(req, signed, digest), scope, String(req.headers['x-amz-date']))
}

function canonicalRequest({ method, url, headers }: IncomingMessage, signed: string, digest: string): string {
  const [path, query = ''] = String(url).split('?')
  const named = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  return [method, path, canonicalQuery(query), named.join(''), signed, digest].join('\n')
}

function signatureOf(canonical: string, scope: readonly string[], at: string): string {
  const toSign = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n')
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return mac(scope.reduce<string | Buffer>(mac, `AWS4${s3Key.secret}`), toSign).toString('hex')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${escape(name)}=${escape(value)}`)
  return pairs.sort().join('&')
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
