import type { OutgoingHttpHeaders } from 'node:http'

/** One answer as the shop gives it: what a peer must serve byte for byte. */
export type PeerPage = { name: string; headers: OutgoingHttpHeaders; body: Buffer }

/** A server that does nothing but hand out these pages, at `{origin}/{name}`. */
export type Peer = AsyncDisposable & { name: string; origin: string }

/** Headers that a server writes by itself. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'content-type',
  'etag',
  'transfer-encoding',
  'x-request-id',
])

export function copiedHeaders({ headers }: PeerPage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
}
