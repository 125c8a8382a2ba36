import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { endWithBench } from '../../bench/own-processes.ts'

/** A balancer that runs with a recipe of docs/operations/recipes: nginx or HAProxy. */
export type Balancer = AsyncDisposable & {
  /** With its certificate `shop.crt`. */
  readonly folder: string
  /** The one with TLS, at the loopback address. */
  readonly port: number
  /** What it has logged of faults so far. */
  readonly log: string
}

/** The file of a recipe. */
export const recipe = (name: string): string => path.join(projectRoot, 'docs/operations/recipes', name)

/** Starts the program of a Debian package; what it logs is kept by `keep`. */
export function spawnBalancer(
  program: string,
  args: readonly string[],
  { debian, keep }: { debian: string; keep: (text: string) => void },
): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.setEncoding('utf8').on('data', keep)
  endWithBench(child, 'SIGTERM')
  child.once('error', (error) =>
    console.error(`${program} did not start (apt-get install ${debian}): ${error.message}`),
  )
  return child
}

/** Ends it, and removes its folder; throws with its log where it had ended by itself. */
export async function endBalancer(child: ChildProcess, { folder, log }: Balancer): Promise<void> {
  const hadEnded = child.exitCode !== null || child.signalCode !== null
  if (!hadEnded) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
  if (hadEnded) throw new Error(`The balancer had ended: ${log.slice(-2_000)}`)
}

/** Makes shop.crt and shop.key, of shop.example. */
export function makeCertificate(folder: string): void {
  const name = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']
  const files = ['-keyout', 'shop.key', '-out', 'shop.crt']
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...name, ...files],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}
