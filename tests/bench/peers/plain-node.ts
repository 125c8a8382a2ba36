import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endWithBench } from '../own-processes.ts'
import { copiedHeaders, type Peer, type PeerPage } from './peer.ts'

type Sent = { name: string; body: string; headers: [string, string][] }

/** A minimal Node server: one buffer per path. Used where there is no nginx. */
export async function startPlainNode(pages: readonly PeerPage[]): Promise<Peer> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: [] })
  endWithBench(child, 'SIGKILL')
  child.send(
    pages.map((page): Sent => ({ name: page.name, body: page.body.toString('base64'), headers: allHeaders(page) })),
  )
  const [port] = await once(child, 'message')
  return { name: 'a plain Node server', origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => end(child) }
}

const allHeaders = (page: PeerPage): [string, string][] => [
  ['content-type', String(page.headers['content-type'])],
  ['content-length', String(page.body.length)],
  ...copiedHeaders(page),
]

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function serve(sent: readonly Sent[]): void {
  const pages = new Map(
    sent.map(({ name, body, headers }) => [`/${name}`, { body: Buffer.from(body, 'base64'), headers: headers.flat() }]),
  )
  const server = createServer((req, res) => {
    const page = pages.get(req.url ?? '')
    if (page === undefined) res.writeHead(404).end()
    else res.writeHead(200, page.headers).end(page.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (process.argv[2] === 'serve') process.once('message', (sent) => serve(sent as Sent[]))
