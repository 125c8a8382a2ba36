import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply = { status?: number; body?: string; location?: string; etag?: string }
export type FeedServer = AsyncDisposable & {
  origin: string
  /** What it answers from now on. */
  reply: Reply
  /** The paths that were asked for, with the authorization that was sent. */
  asked: string[]
}

/** A supplier's server on the loopback address. */
export async function feedServer(reply: Reply, host = '127.0.0.1'): Promise<FeedServer> {
  const server = createServer(({ url = '', headers }, response) => {
    feeds.asked.push(`${url} ${headers.authorization ?? ''}`.trim())
    const { status = 200, body = '', location, etag } = feeds.reply
    if (location !== undefined) return void response.writeHead(302, { location }).end()
    if (etag !== undefined && headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(status, etag === undefined ? {} : { etag }).end(body)
  })
  await new Promise<void>((listening) => void server.listen(0, host, listening))
  const feeds: FeedServer = {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    reply,
    asked: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
  return feeds
}
