import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { printable } from '../printable.ts'
import { AddressError, PublicAddresses, refuseWithoutAnswer } from '../public-addresses.ts'

/** What came of a request: `status` is null where there was no answer, and `said` then why. */
export type Posted = { status: number | null; said: string; milliseconds: number }
export type PostWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<Posted>

type Options = {
  /** In development a receiver on this machine may be called without TLS. */
  isLocalAllowed: boolean
  timeoutMs?: number
  addresses?: PublicAddresses
  stop?: AbortSignal
}

const maxUrlLength = 500
const maxRead = 64 * 1024
const maxKept = 1024
const local = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Checks where an endpoint may be. Throws AddressError, whose message is the rest of a sentence. */
export function checkWebhookUrl(
  text: string,
  isLocalAllowed: boolean,
  addresses = new PublicAddresses(),
): { url: URL; isLocal: boolean } {
  if (text.length > maxUrlLength || !URL.canParse(text)) throw new AddressError('its address is none')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw new AddressError('its address has a password in it')
  const isLocal = isLocalAllowed && url.protocol === 'http:' && local.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw new AddressError('its address does not begin with https://')
  if (!isLocal) addresses.checkHost(url)
  return { url, isLocal }
}

/**
 * Makes the function that sends a request: to public addresses alone, without following redirects, for 10 seconds at
 * most, and with no more than 64 kB of the answer read.
 */
export function webhookPost(options: Options): PostWebhook {
  const { isLocalAllowed, timeoutMs = 10_000, addresses = new PublicAddresses(), stop } = options
  return async (text, headers, body) => {
    const started = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = stop ? AbortSignal.any([timeout, stop]) : timeout
    const after = (status: number | null, said: string): Posted => ({
      status,
      said,
      milliseconds: Math.round(performance.now() - started),
    })
    let status: number | null = null
    try {
      const { url, isLocal } = checkWebhookUrl(text, isLocalAllowed, addresses)
      const response = await send(url, { headers, body, signal, ...(isLocal ? {} : { lookup: addresses.lookup }) })
      status = response.statusCode ?? null
      return after(status, await beginningOf(response, signal))
    } catch (error) {
      stop?.throwIfAborted()
      if (timeout.aborted) return after(status, `no whole answer within ${timeoutMs / 1000} s`)
      return after(status, error instanceof AddressError ? error.message : codeOf(error))
    }
  }
}

type Sending = {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  lookup?: PublicAddresses['lookup']
}

function send(url: URL, { headers, body, ...options }: Sending): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const bytes = Buffer.from(body)
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
    url,
    {
      ...options,
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': 'shop-webhooks',
        'accept-encoding': 'identity',
      },
    },
    resolve,
  )
  request.once('error', reject)
  refuseWithoutAnswer(request, (code) => reject(Object.assign(new Error('There is no answer.'), { code })))
  request.end(bytes)
  return promise
}

/** Reads an answer to its end or its limit; returns its beginning as text that is safe to show. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const stopReading = () => response.destroy(new Error('late'))
  signal.addEventListener('abort', stopReading, { once: true })
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < maxKept) chunks.push(chunk.subarray(0, maxKept))
      size += chunk.length
      if (size >= maxRead) break
    }
  } finally {
    signal.removeEventListener('abort', stopReading)
    response.destroy()
  }
  const kept = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxKept))
  return printable(kept)
}

/** What went wrong with a connection, without addresses or contents. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' ? 'no connection' : `no connection (${code.slice(0, 60)})`
}
