import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from '../../env.ts'
import { Turns } from '../../turns.ts'
import { networkOf, networksPerSite, siteOf } from '../network.ts'

export type ConnectionLimits = Pick<Env, 'CONNECTIONS' | 'CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY_HOPS'>

/** A client that reads nothing of its answer for this long is disconnected. */
const stalledAfterMs = 20_000
/** An answer may take so many times as long to make, or to continue. */
const answerTimes = 6
/** Connections reserved for local health checks when all others are taken. */
const keptForLoopback = 50
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/
const refusal =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nCache-Control: no-store\r\n' +
  'Content-Length: 0\r\nConnection: close\r\n\r\n'

/**
 * Refuses connections over the limits with a 503, and closes those whose client stops reading. Behind a proxy every
 * connection is the proxy's, so only the total counts.
 */
export function capConnections(
  server: Server,
  { CONNECTIONS: all, CONNECTIONS_PER_NETWORK: perNetwork, TRUST_PROXY_HOPS: hops }: ConnectionLimits,
  stalledMs = stalledAfterMs,
): void {
  const open = new Map<string, number>()
  let total = 0
  server.setTimeout(stalledMs)
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const site = siteOf(network)
    const openOf = (name: string) => open.get(name) ?? 0
    const max = all + (loopbackAddress.test(address) ? keptForLoopback : 0)
    const isOwnOver = openOf(network) >= perNetwork || openOf(site) >= perNetwork * networksPerSite
    if (total >= max || (hops === 0 && isOwnOver)) return refuse(socket)
    total += 1
    const counted = new Set([network, site])
    for (const name of counted) open.set(name, openOf(name) + 1)
    socket.once('close', () => {
      total -= 1
      for (const name of counted) {
        const left = openOf(name) - 1
        if (left <= 0) open.delete(name)
        else open.set(name, left)
      }
    })
  })
}

/** Keeps a connection open while its answer is made: a client that waits for the shop has not stopped reading. */
export function waitForAnswer(res: ServerResponse): void {
  const begun = performance.now()
  res.on('timeout', (socket: Socket) => {
    const stalledMs = socket.timeout ?? 0
    const isWaiting = res.req.complete && socket.writableLength === 0
    if (isWaiting && performance.now() - begun < answerTimes * stalledMs) socket.setTimeout(stalledMs)
    else socket.destroy()
  })
}

/** Longest time to accept or close connections before other connections are served, in milliseconds. */
const turnMs = 4

/**
 * Accepts connections a few at a time. Hundreds that arrive at once, each with its requests, would otherwise be
 * processed without a break, and all others would wait. Call it before any other listener for connections is added.
 */
export function spreadConnections(server: Server): void {
  const turns = new Turns(turnMs)
  const begins = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const ignore = () => {}
    socket.on('error', ignore)
    const beginNow = (): void => {
      if (!socket.destroyed && !socket.writableEnded) for (const begin of begins) begin.call(server, socket)
      socket.off('error', ignore)
    }
    void turns.next().then(beginNow)
  })
}

function refuse(socket: Socket): void {
  socket.on('error', () => {})
  socket.end(refusal, () => socket.destroy())
}

/**
 * Browsers do not send a request before the previous one is answered; a few pipelined by a proxy are served in order.
 */
const maxPipelined = 2

/** Closes connections with too many requests behind an unanswered one: each holds its answer in memory. */
export class PipelineGuard {
  readonly #waiting = new WeakMap<Socket, number>()
  readonly #cut = new WeakSet<Socket>()
  readonly #turns = new Turns(turnMs)

  isTooMuch({ socket }: IncomingMessage, res: ServerResponse): boolean {
    if (socket.destroyed || this.#cut.has(socket)) return true
    const count = (this.#waiting.get(socket) ?? 0) + 1
    this.#waiting.set(socket, count)
    res.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1))
    if (count <= maxPipelined) return false
    this.#cut.add(socket)
    void this.#turns.next().then(() => socket.prependOnceListener('close', withoutStacks).destroy())
    return true
  }
}

const usualStacks = Error.stackTraceLimit

/**
 * Turns stack traces off while a connection closes: Node creates an error per unanswered request, and the stack is
 * nearly all of its cost.
 */
function withoutStacks(): void {
  Error.stackTraceLimit = 0
  queueMicrotask(() => {
    Error.stackTraceLimit = usualStacks
  })
}
