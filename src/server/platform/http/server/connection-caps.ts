import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from '../../env.ts'
import { Turns } from '../../turns.ts'
import { networkOf } from '../network.ts'

export type ConnectionLimits = Pick<Env, 'CONNECTIONS' | 'CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY_HOPS'>

/** Who reads nothing for so long while an answer waits for him is cut. */
export const STALLED_MS = 20_000
/** Health checks from this machine get through when everything else is taken. */
const KEPT_FOR_LOOPBACK = 50
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const REFUSAL =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nCache-Control: no-store\r\n' +
  'Content-Length: 0\r\nConnection: close\r\n\r\n'

/**
 * Refuses connections over the limits with a 503, and cuts those whose other end has stopped reading. Behind a proxy
 * every connection is the proxy's, so that there only the total counts.
 */
export function capConnections(
  server: Server,
  { CONNECTIONS: all, CONNECTIONS_PER_NETWORK: perNetwork, TRUST_PROXY_HOPS: hops }: ConnectionLimits,
  stalledMs = STALLED_MS,
): void {
  const open = new Map<string, number>()
  let total = 0
  server.setTimeout(stalledMs)
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const own = open.get(network) ?? 0
    const most = all + (LOOPBACK.test(address) ? KEPT_FOR_LOOPBACK : 0)
    if (total >= most || (hops === 0 && own >= perNetwork)) return refuse(socket)
    total += 1
    open.set(network, own + 1)
    socket.once('close', () => {
      total -= 1
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/**
 * How long connections that come at once may be begun, or cut, before all others are looked at again, in milliseconds.
 */
const TURN_MS = 4

/**
 * Begins connections a few at a time. Hundreds that come in one moment, each with its requests, would otherwise be read
 * in one piece, and everybody else would wait for all of them. Must be called before anything else listens for
 * connections.
 */
export function spreadConnections(server: Server): void {
  const turns = new Turns(TURN_MS)
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
  socket.end(REFUSAL, () => socket.destroy())
}

/** No browser sends a request before the last one is answered; a few that a proxy sent are served in turn. */
const MOST_PIPELINED = 2

/**
 * Cuts connections on which too many requests came behind one that is not answered yet: each holds its answer in
 * memory.
 */
export class PipelineGuard {
  readonly #waiting = new WeakMap<Socket, number>()
  readonly #cut = new WeakSet<Socket>()
  readonly #turns = new Turns(TURN_MS)

  isTooMuch({ socket }: IncomingMessage, res: ServerResponse): boolean {
    if (socket.destroyed || this.#cut.has(socket)) return true
    const count = (this.#waiting.get(socket) ?? 0) + 1
    this.#waiting.set(socket, count)
    res.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1))
    if (count <= MOST_PIPELINED) return false
    this.#cut.add(socket)
    void this.#turns.next().then(() => socket.prependOnceListener('close', withoutStacks).destroy())
    return true
  }
}

const usualStacks = Error.stackTraceLimit

/**
 * Node makes an error for each request that a closing connection leaves unanswered, and its stack is nearly all that
 * costs.
 */
function withoutStacks(): void {
  Error.stackTraceLimit = 0
  queueMicrotask(() => {
    Error.stackTraceLimit = usualStacks
  })
}
