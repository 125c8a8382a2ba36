import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection, type KeyboardAuthContext, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../../../src/server/platform/sftp/download-by-sftp.ts'

const { Server, utils } = ssh2
const {
  OPEN_MODE,
  STATUS_CODE: { OK, EOF, NO_SUCH_FILE, PERMISSION_DENIED },
} = utils.sftp

/** What the server has at every path, and how it lies. */
type Content = {
  body: string
  /** The size that it says; else that of the body. */
  size?: number
  /** Seconds since 1970; else a minute ago. */
  mtime?: () => number
  isFolder?: boolean
  isForbidden?: boolean
  /** Ends the connection at the first reading. */
  isCut?: boolean
  /** Never answers a reading. */
  isSilent?: boolean
  /** Answers with at most so many bytes at once. */
  most?: number
}

type SftpServer = AsyncDisposable & {
  origin: string
  hostKeys: string[]
  content: Content
  /** The logins that were tried, as `user password`, and the paths that were opened. */
  logins: string[]
  opened: string[]
}

type Login = { user: string; password?: string; publicKey?: string; isAskedByKeyboard?: boolean }
export type KeyKind = 'ecdsa' | 'rsa'

export function newKey(kind: KeyKind = 'ecdsa') {
  return kind === 'ecdsa'
    ? utils.generateKeyPairSync('ecdsa', { bits: 256 })
    : utils.generateKeyPairSync('rsa', { bits: 2048 })
}

/** The fingerprint of a key pair's public key. */
function fingerprint(publicKey: string): string {
  const parsed = utils.parseKey(publicKey)
  if (parsed instanceof Error) throw parsed
  return fingerprintOf(parsed.getPublicSSH())
}

/** A supplier's SFTP server on the loopback address, which speaks the protocol as the ssh2 package does. */
export async function sftpServer(login: Login, content: Content, kinds: readonly KeyKind[] = ['ecdsa']) {
  const keys = kinds.map((kind) => newKey(kind))
  const connections = new Set<Connection>()
  const server = new Server({ hostKeys: keys.map((key) => key.private) }, (connection) => {
    connections.add(connection)
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => {
      if ('password' in context) feeds.logins.push(`${context.username} ${context.password}`)
      else feeds.logins.push(`${context.username} ${context.method}`)
      if (context.method === 'keyboard-interactive' && login.isAskedByKeyboard) askFor(context, login)
      else if (isLetIn(context, login)) context.accept()
      else context.reject([login.isAskedByKeyboard ? 'keyboard-interactive' : 'password', 'publickey'])
    })
    connection.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), feeds, () => connection.end())),
    )
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const feeds: SftpServer = {
    origin: `sftp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hostKeys: keys.map((key) => fingerprint(key.public)),
    content,
    logins: [],
    opened: [],
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection.end()
      await new Promise<void>((closed) => void server.close(() => closed()))
    },
  }
  return feeds
}

function askFor(context: KeyboardAuthContext, { user, password }: Login): void {
  context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
    context.username === user && answers[0] === password ? context.accept() : context.reject(),
  )
}

function isLetIn(context: AuthContext, { user, password, publicKey, isAskedByKeyboard = false }: Login): boolean {
  if (context.username !== user) return false
  if (context.method === 'password') return !isAskedByKeyboard && context.password === password
  if (context.method !== 'publickey' || publicKey === undefined) return false
  const key = utils.parseKey(publicKey)
  if (key instanceof Error || !context.key.data.equals(key.getPublicSSH())) return false
  return !context.signature || (context.blob !== undefined && key.verify(context.blob, context.signature) === true)
}

function serve(sftp: SFTPWrapper, feeds: SftpServer, end: () => void): void {
  const handle = Buffer.from('feed')
  const aMinuteAgo = Math.floor(Date.now() / 1000) - 60
  const attributes = () => {
    const { body, size = Buffer.byteLength(body), mtime, isFolder = false } = feeds.content
    const time = mtime?.() ?? aMinuteAgo
    return { mode: isFolder ? 0o040755 : 0o100644, size, uid: 0, gid: 0, atime: time, mtime: time }
  }
  const isThere = (path: string) => path.endsWith('acme.csv')
  sftp.on('STAT', (id, path) => (isThere(path) ? sftp.attrs(id, attributes()) : sftp.status(id, NO_SUCH_FILE)))
  sftp.on('OPEN', (id, path, flags) => {
    feeds.opened.push(path)
    if (feeds.content.isForbidden || flags !== OPEN_MODE.READ) return sftp.status(id, PERMISSION_DENIED)
    sftp.handle(id, handle)
  })
  sftp.on('READ', (id, _handle, offset, length) => {
    const { body, isCut = false, isSilent = false, most = length } = feeds.content
    if (isCut) return end()
    if (isSilent) return
    const part = Buffer.from(body).subarray(offset, offset + Math.min(length, most))
    if (part.length === 0) return sftp.status(id, EOF)
    sftp.data(id, part)
  })
  sftp.on('CLOSE', (id) => sftp.status(id, OK))
}
