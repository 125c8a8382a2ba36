import type { OutgoingHttpHeaders } from 'node:http'

/** An answer of the shop that a peer must serve byte for byte. */
export type PeerPage = { name: string; headers: OutgoingHttpHeaders; body: Buffer }

/** A server that only serves these pages, at `{origin}/{name}`. */
export type Peer = AsyncDisposable & { name: string; origin: string }

/** Headers that a server sets itself. */
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
