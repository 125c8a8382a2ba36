import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithBench } from '../../bench/own-processes.ts'
import { freePort } from '../../support/free-port.ts'

const kinds = ['ed25519', 'ecdsa', 'rsa'] as const
type KeyKind = (typeof kinds)[number]
const timeoutMs = 20_000

/** Debian's OpenSSH server on the loopback address with keys of its own; lets the user of this process in by a key. */
export class OpenSshProcess implements AsyncDisposable {
  readonly folder: string
  readonly origin: string
  readonly user = userInfo().username
  readonly #child: ChildProcess

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.folder = folder
    this.origin = `sftp://127.0.0.1:${port}`
    this.#child = child
  }

  static async start(): Promise<OpenSshProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'delverk-sshd-'))
    for (const name of [...kinds.map((kind) => `host-${kind}`), 'user-ed25519', 'user-rsa'])
      keygen('-q', '-N', '', '-t', name.split('-')[1] ?? '', '-f', path.join(folder, name))
    const allowed = ['user-ed25519', 'user-rsa'].map((name) => readFileSync(path.join(folder, `${name}.pub`), 'utf8'))
    writeFileSync(path.join(folder, 'authorized_keys'), allowed.join(''), { mode: 0o600 })
    const port = await freePort()
    const file = path.join(folder, 'sshd_config')
    writeFileSync(file, configOf(folder, port))
    makePrivilegeFolder()
    const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
    endWithBench(child, 'SIGTERM')
    child.once('error', (error) =>
      console.error(`sshd did not start (apt-get install openssh-server): ${error.message}`),
    )
    await untilListening(port)
    return new OpenSshProcess(folder, port, child)
  }

  /** The fingerprint of a host key, as `ssh-keygen -l` shows it. */
  fingerprint(kind: KeyKind): string {
    return keygen('-l', '-f', path.join(this.folder, `host-${kind}.pub`)).split(' ')[1] ?? ''
  }

  privateKey(kind: 'ed25519' | 'rsa'): string {
    return readFileSync(path.join(this.folder, `user-${kind}`), 'utf8')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** sshd started by root refuses to run without this folder, which systemd makes at the start of the service alone. */
function makePrivilegeFolder(): void {
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
}

function keygen(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ssh-keygen', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ssh-keygen failed (apt-get install openssh-client): ${stderr}`)
  return stdout
}

function configOf(folder: string, port: number): string {
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    ...kinds.map((kind) => `HostKey ${path.join(folder, `host-${kind}`)}`),
    `AuthorizedKeysFile ${path.join(folder, 'authorized_keys')}`,
    `PidFile ${path.join(folder, 'sshd.pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
    'LogLevel QUIET',
    'Subsystem sftp internal-sftp',
  ]
  return `${lines.join('\n')}\n`
}

async function untilListening(port: number): Promise<void> {
  const started = performance.now()
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (performance.now() - started > timeoutMs) throw new Error('sshd did not start.')
    await sleep(20)
  }
}
