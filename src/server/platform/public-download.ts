import { createWriteStream } from 'node:fs'
import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, get as httpsGet } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AddressError, PublicAddresses, refuseWithoutAnswer } from './public-addresses.ts'

export type DownloadLimits = { bytes: number; timeoutMs: number; redirects: number }

/**
 * What was downloaded; `unchanged` when the server says that the file is the one of `etag`. `isLate` where the time ran
 * out.
 */
export type Download = { etag: string } | 'unchanged' | { problem: string; isLate?: true }

/** `authorization` is sent to the address alone, and to no other server that it redirects to. */
type Asking = { etag?: string | undefined; authorization?: string | undefined; accept?: string; stop?: AbortSignal }

const pictureTypes = 'image/avif,image/webp,image/jpeg,image/png'

class DownloadError extends Error {
  override readonly name = 'DownloadError'
}

/**
 * Downloads files from addresses that others wrote. Connects only to public addresses: those that a name resolves to
 * are checked, and one of the checked ones is connected to, for every redirect again.
 */
export class PublicDownloads {
  readonly limits: DownloadLimits
  readonly addresses: PublicAddresses
  readonly #agents

  constructor(limits: DownloadLimits, which: ConstructorParameters<typeof PublicAddresses>[0] = {}) {
    this.limits = limits
    this.addresses = new PublicAddresses(which)
    const options = { keepAlive: true, maxSockets: 4, lookup: this.addresses.lookup }
    this.#agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  }

  /** Downloads to a file; reports what went wrong as the rest of a sentence. */
  async download(address: string, file: string, asking: Asking = {}): Promise<Download> {
    const timeout = AbortSignal.timeout(this.limits.timeoutMs)
    const signal = asking.stop ? AbortSignal.any([timeout, asking.stop]) : timeout
    try {
      return await this.#follow(address, file, asking, signal)
    } catch (error) {
      if (timeout.aborted) return { problem: `it did not come within ${this.limits.timeoutMs / 1000} s`, isLate: true }
      if (error instanceof DownloadError || error instanceof AddressError) return { problem: error.message }
      return { problem: 'it cannot be downloaded' }
    }
  }

  close(): void {
    this.#agents.http.destroy()
    this.#agents.https.destroy()
  }

  async #follow(address: string, file: string, asking: Asking, signal: AbortSignal): Promise<Download> {
    const { etag } = asking
    let url = this.#checkedUrl(address)
    const { origin } = url
    for (let redirects = 0; ; redirects += 1) {
      const headers = headersOf(url.origin === origin ? asking : { ...asking, authorization: undefined })
      const response = await this.#get(url, headers, signal)
      const { statusCode: status = 0 } = response
      const location = redirectOf(response)
      if (location !== undefined) {
        response.destroy()
        if (redirects === this.limits.redirects) throw new DownloadError('it redirects too often')
        url = this.#checkedUrl(location, url)
        continue
      }
      if (status === 304 && etag) {
        response.resume()
        return 'unchanged'
      }
      if (status !== 200) {
        response.destroy()
        throw new DownloadError(`the server answers with ${status}`)
      }
      await this.#save(response, file, signal)
      return { etag: response.headers.etag ?? '' }
    }
  }

  #get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? httpsGet : httpGet)(
      url,
      {
        agent: isSecure ? this.#agents.https : this.#agents.http,
        signal,
        headers,
      },
      resolve,
    )
    request.once('error', reject)
    refuseWithoutAnswer(request, (status) => reject(new DownloadError(`the server answers with ${status}`)))
    return promise
  }

  async #save(response: IncomingMessage, file: string, signal: AbortSignal): Promise<void> {
    const { bytes: max } = this.limits
    const tooLarge = new DownloadError(`it has more than ${max / 1024 / 1024} MB`)
    if (Number(response.headers['content-length'] ?? 0) > max) {
      response.destroy()
      throw tooLarge
    }
    let size = 0
    const limited = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > max) throw tooLarge
        yield chunk
      }
    }
    await pipeline(response, limited, createWriteStream(file), { signal })
    if (!response.complete) throw new DownloadError('it did not come whole')
  }

  #checkedUrl(address: string, from?: URL): URL {
    if (!URL.canParse(address, from?.href)) throw new DownloadError('its address is none')
    const url = new URL(address, from?.href)
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new DownloadError('its address does not begin with https:// or http://')
    if (from?.protocol === 'https:' && url.protocol === 'http:')
      throw new DownloadError('it redirects from https:// to http://')
    if (url.username !== '' || url.password !== '') throw new DownloadError('its address has a password in it')
    this.addresses.checkHost(url)
    return url
  }
}

function redirectOf({ statusCode: status = 0, headers }: IncomingMessage): string | undefined {
  return status >= 300 && status < 400 && status !== 304 ? headers.location : undefined
}

function headersOf({ etag, authorization, accept = pictureTypes }: Asking): Record<string, string> {
  return {
    accept,
    'accept-encoding': 'identity',
    'user-agent': 'shop-import',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(authorization ? { authorization } : {}),
  }
}
