import type { Client, SFTPWrapper, Stats } from 'ssh2'

/** A file of an SFTP server that cannot be read; the message is the rest of a sentence. */
export class RemoteFileError extends Error {
  override readonly name = 'RemoteFileError'
}

type RemoteFile = {
  /** The content in its order; throws RemoteFileError where the server ends it too early. */
  chunks: AsyncGenerator<Buffer>
  /** After reading: whether size and time are what they were before. */
  isUnchanged: () => Promise<boolean>
}
type Done<Value> = (error: Error | undefined, value: Value) => void

const chunkBytes = 32 * 1024
/** Requests that are under way at once, so that a distant server is not waited for chunk by chunk. */
const ahead = 32
const settledMs = 3_000
const fileMode = 0o100000
const kindOfMode = 0o170000

/** Opens a file of at most `bytes`; undefined where somebody wrote to it a moment ago. Throws RemoteFileError. */
export async function readRemoteFile(client: Client, path: string, bytes: number): Promise<RemoteFile | undefined> {
  // Each request that is under way listens for the end of the connection.
  client.setMaxListeners(0)
  const sftp = await callServer<SFTPWrapper>(client, (done) => client.sftp(done))
  const stat = () => callServer<Stats>(client, (done) => sftp.stat(path, done))
  const before = await stat()
  if ((before.mode & kindOfMode) !== fileMode) throw new RemoteFileError('it is not a file')
  if (before.size > bytes) throw new RemoteFileError(`it has more than ${bytes / 1024 / 1024} MB`)
  if (Math.abs(Date.now() - before.mtime * 1000) < settledMs) return undefined
  const handle = await callServer<Buffer>(client, (done) => sftp.open(path, 'r', done))
  const read = (at: number, length: number) => readAt(client, sftp, handle, { at, length })
  return {
    chunks: inOrder(before.size, read),
    isUnchanged: async () => {
      const after = await stat()
      return after.size === before.size && after.mtime === before.mtime
    },
  }
}

async function* inOrder(size: number, read: (at: number, length: number) => Promise<Buffer>): AsyncGenerator<Buffer> {
  const underWay: Promise<Buffer>[] = []
  for (let at = 0; at < size || underWay.length > 0;) {
    while (at < size && underWay.length < ahead) {
      const length = Math.min(chunkBytes, size - at)
      const next = read(at, length)
      next.catch(() => undefined)
      underWay.push(next)
      at += length
    }
    const first = await underWay.shift()
    if (first) yield first
  }
}

type Part = { at: number; length: number }

/** Reads exactly `length` bytes; servers may answer with fewer than were asked for. */
async function readAt(client: Client, sftp: SFTPWrapper, handle: Buffer, { at, length }: Part): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  for (let filled = 0; filled < length;) {
    const from = filled
    const got = await callServer<number>(client, (done) =>
      sftp.read(handle, buffer, from, length - from, at + from, (error, count) => done(error, count)),
    )
    if (got === 0) throw new RemoteFileError('it did not come whole')
    filled += got
  }
  return buffer
}

/** Asks the server; a connection that ends rejects. Throws RemoteFileError for what the server answers. */
function callServer<Value>(client: Client, ask: (done: Done<Value>) => void): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const ended = () => reject(new RemoteFileError('the server closed the connection'))
  client.once('close', ended)
  try {
    ask((error, value) => (error ? reject(toRemoteFileError(error)) : resolve(value)))
  } catch {
    ended()
  }
  return promise.finally(() => client.off('close', ended))
}

/** The answers that SFTP numbers; what the server says in words is not repeated. */
const refusals: Readonly<Record<number, string>> = {
  1: 'it did not come whole',
  2: 'there is no such file',
  3: 'the server does not let this user read it',
}

function toRemoteFileError(error: Error & { code?: unknown }): RemoteFileError {
  const code = typeof error.code === 'number' ? error.code : -1
  return new RemoteFileError(refusals[code] ?? 'the server does not give it')
}
