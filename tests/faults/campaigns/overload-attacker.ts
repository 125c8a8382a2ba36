/**
 * One hostile client as a separate process, so that its work does not delay the probes: it sends requests as fast as
 * they are answered over many connections, or opens connections that it never reads. Reads its instructions as JSON and
 * prints the result.
 */
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type AttackOrder = {
  origin: string
  connections: number
  seconds: number
  /** `{n}` in a path is a different number each time. */
  path: string
  method: string
  headers: Record<string, string>
  body: string
  /** Sends its request and reads nothing. */
  isSilent: boolean
}
export type AttackResult = { answers: Record<string, number>; closed: number }

const order = (await json(process.stdin)) as AttackOrder
const { hostname, port } = new URL(order.origin)
const until = performance.now() + order.seconds * 1000
const result: AttackResult = { answers: {}, closed: 0 }
let asked = 0

async function askOn(agent: Agent): Promise<void> {
  while (performance.now() < until) {
    const answer = await askOnce(agent)
    result.answers[answer] = (result.answers[answer] ?? 0) + 1
    if (answer === 'broken') await sleep(20)
  }
}

function askOnce(agent: Agent): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  asked += 1
  const sent = request(
    {
      hostname,
      port,
      agent,
      method: order.method,
      path: order.path.replace('{n}', String(asked)),
      headers: { ...order.headers, 'content-length': Buffer.byteLength(order.body) },
    },
    (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
      response.once('error', () => resolve('broken'))
    },
  )
  sent.once('error', () => resolve('broken'))
  sent.end(order.body)
  return promise
}

function openSilently(): Socket {
  const socket = connect({ host: hostname, port: Number(port) })
  const headers = Object.entries(order.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  // Pipelined, so that more answers wait for the reader than the kernel can buffer.
  const one = `${order.method} ${order.path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`
  socket
    .on('error', () => {})
    .once('close', () => {
      result.closed += 1
    })
  socket.pause().write(one.repeat(60))
  return socket
}

if (order.isSilent) {
  const sockets = Array.from({ length: order.connections }, openSilently)
  await sleep(order.seconds * 1000)
  // Only a reader notices that the other end has closed.
  for (const socket of sockets) socket.resume()
  await sleep(2_000)
} else {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections })
  const asking = Promise.all(Array.from({ length: order.connections }, () => askOn(agent)))
  await Promise.race([
    order.connections > 0 ? asking : sleep(order.seconds * 1000),
    sleep(order.seconds * 1000 + 2_000),
  ])
}
console.log(JSON.stringify(result))
process.exit(0)
