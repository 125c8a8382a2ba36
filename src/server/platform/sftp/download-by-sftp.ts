import { createHash, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Client, ConnectConfig, ServerHostKeyAlgorithm } from 'ssh2'
import { AddressError, type PublicAddresses } from '../public-addresses.ts'
import type { DownloadLimits } from '../public-download.ts'
import { readRemoteFile, RemoteFileError } from './remote-file.ts'

/** `changing` where the file was written to a moment ago or while it was read; `hostKey` is the key that was shown. */
export type SftpDownload = 'whole' | 'changing' | { problem: string; hostKey?: string }

/** `hostKey` is the fingerprint that the server must have, as OpenSSH writes it; empty for none, which is refused. */
export type SftpLogin = { user: string; secret: string; hostKey: string }

type Ways = { addresses: PublicAddresses; limits: Pick<DownloadLimits, 'bytes' | 'timeoutMs'>; stop: AbortSignal }
type Key = { hostKey: string; kinds: readonly ServerHostKeyAlgorithm[] }

class SftpError extends Error {
  override readonly name = 'SftpError'
}

class HostKeyRefused extends Error {
  override readonly name = 'HostKeyRefused'
  readonly shown: string

  constructor(shown: string) {
    super('the server shows another host key')
    this.shown = shown
  }
}

/** The kinds of host keys, the preferred ones first; a server has one or several. */
const hostKeyKinds: readonly (readonly ServerHostKeyAlgorithm[])[] = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256'],
]
const usualPort = 22
const loginMs = 30_000

/** The fingerprint of a host key, as `ssh-keygen -l` shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/**
 * Downloads the file of an `sftp://` address; reports what went wrong as the rest of a sentence. Connects only to an
 * address that was checked, and logs in only at a server with the given host key.
 */
export async function downloadBySftp(
  address: string,
  file: string,
  login: SftpLogin,
  { addresses, limits, stop }: Ways,
): Promise<SftpDownload> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const signal = AbortSignal.any([timeout, stop])
  try {
    const url = new URL(address)
    const { client, socket } = await logIn(url, login, { addresses, signal })
    try {
      const found = await readRemoteFile(client, pathOf(url), limits.bytes)
      if (!found) return 'changing'
      await pipeline(found.chunks, createWriteStream(file), { signal })
      return (await found.isUnchanged()) ? 'whole' : 'changing'
    } finally {
      client.destroy()
      socket.destroy()
    }
  } catch (error) {
    if (timeout.aborted) return { problem: `it did not come within ${limits.timeoutMs / 1000} s` }
    if (error instanceof HostKeyRefused) return { problem: error.message, hostKey: error.shown }
    const isKnown = [SftpError, AddressError, RemoteFileError].some((kind) => error instanceof kind)
    return { problem: isKnown ? (error as Error).message : 'it cannot be downloaded' }
  }
}

/** The path on the server; `/~/` begins one in the user's folder. */
function pathOf({ pathname }: URL): string {
  const path = decodeURIComponent(pathname)
  return path.startsWith('/~/') ? path.slice('/~/'.length) : path
}

type Connected = { client: Client; socket: Socket }
type Way = { addresses: PublicAddresses; signal: AbortSignal }

/** Tries the kinds of host keys that a server may have until one is the known one; unknown, only the first is shown. */
async function logIn(url: URL, login: SftpLogin, way: Way): Promise<Connected> {
  const { hostKey } = login
  let first: HostKeyRefused | undefined
  const tried = hostKey === '' ? [hostKeyKinds.flat()] : [hostKeyKinds.flat(), ...hostKeyKinds.slice(1)]
  for (const kinds of tried) {
    try {
      return await connectClient(url, login, way, { hostKey, kinds })
    } catch (error) {
      if (error instanceof HostKeyRefused) first ??= error
      else if (!first) throw error
    }
  }
  throw first ?? new SftpError('it cannot be downloaded')
}

async function connectClient(url: URL, login: SftpLogin, { addresses, signal }: Way, key: Key): Promise<Connected> {
  addresses.checkHost(url)
  // Loaded where it is needed: most shops have no such feed.
  const { Client: SshClient } = (await import('ssh2')).default
  signal.throwIfAborted()
  const client = new SshClient()
  const socket = connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPort : Number(url.port),
    lookup: addresses.lookup,
    signal,
  })
  let refused: HostKeyRefused | undefined
  const isKnown = (shown: Buffer): boolean => {
    const fingerprint = fingerprintOf(shown)
    if (isSame(fingerprint, key.hostKey)) return true
    refused = new HostKeyRefused(fingerprint)
    return false
  }
  try {
    await waitUntilReady(client, socket, {
      ...secretOf(login),
      sock: socket,
      hostVerifier: isKnown,
      ...algorithms(key.kinds),
    })
    return { client, socket }
  } catch (error) {
    client.destroy()
    socket.destroy()
    throw refused ?? error
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const algorithms = (kinds: readonly ServerHostKeyAlgorithm[]): ConnectConfig => ({
  algorithms: { serverHostKey: [...kinds], compress: ['none'] },
  readyTimeout: loginMs,
})

/** A secret that begins as a private key does is one; any other is the password. */
function secretOf({ user: username, secret }: SftpLogin): ConnectConfig {
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(secret)) return { username, privateKey: secret }
  return { username, password: secret, tryKeyboard: true }
}

function waitUntilReady(client: Client, socket: Socket, config: ConnectConfig): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Also after the login: an error without a listener would end the process.
  client.on('error', (error: Error & { level?: string }) => reject(toDownloadError(error)))
  socket.on('error', (error) => reject(toDownloadError(error)))
  client.on('close', () => reject(new SftpError('the server closed the connection')))
  client.on('keyboard-interactive', (_name, _said, _language, prompts, answer) =>
    answer(prompts.map(() => config.password ?? '')),
  )
  client.once('ready', resolve)
  try {
    client.connect(config)
  } catch {
    reject(new SftpError('its private key cannot be read, or has a passphrase'))
  }
  return promise
}

function toDownloadError(error: Error & { level?: string; code?: unknown }): Error {
  if (error instanceof AddressError) return error
  if (error.level === 'client-authentication') return new SftpError('the server does not let this user in')
  if (error.level === 'client-timeout') return new SftpError(`the server does not answer within ${loginMs / 1000} s`)
  if (error.level === 'handshake' || error.level === 'protocol')
    return new SftpError('the server does not speak SFTP as this shop does')
  return new SftpError(`the server cannot be reached${typeof error.code === 'string' ? ` (${error.code})` : ''}`)
}
