import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { DatabaseCopy } from '../../support/database-copy.ts'
import { freePort } from '../../support/free-port.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { unlimitedOrders } from '../../support/unlimited-orders.ts'

const program = fileURLToPath(new URL('./supervisor-program.ts', import.meta.url))

export type Answered = { status: number; body: string }

/** A shop with two workers as processes, on a copy of the fixture shop; they are killed at the end of the scope. */
export class ManyWorkers implements AsyncDisposable {
  readonly port: number
  readonly database: DatabaseCopy
  readonly supervisor: ChildProcess
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
  output = ''

  private constructor(supervisor: ChildProcess, port: number, database: DatabaseCopy) {
    this.supervisor = supervisor
    this.port = port
    this.database = database
    this.ended = once(supervisor, 'exit') as ManyWorkers['ended']
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
  }

  /** Resolves when both workers serve. */
  static async start(settings: Record<string, string> = {}): Promise<ManyWorkers> {
    const shop = await ManyWorkers.begin(settings)
    await vi.waitUntil(async () => (await shop.pids()).length === 2, { timeout: 100_000, interval: 200 })
    return shop
  }

  static async begin(settings: Record<string, string> = {}): Promise<ManyWorkers> {
    const database = await copyDatabase('fixture')
    const port = await freePort()
    const own = { HOST: '127.0.0.1', PORT: String(port), ORIGIN: `http://127.0.0.1:${port}`, LOG_LEVEL: 'error' }
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { NODE_ENV: 'test', PATH, NODE_COMPILE_CACHE, SANDBOX_PAYMENTS: '1', WORKERS: '2' }
    const child = spawn(process.execPath, [program], {
      env: { ...env, ...own, ...unlimitedOrders, ...database.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new ManyWorkers(child, port, database)
  }

  /** One request on a connection of its own, which may come to any worker; status 0 where it failed. */
  ask(asked: string, { method = 'GET', agent = new Agent() } = {}): Promise<Answered> {
    return new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port: this.port, path: asked, method, agent }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (text: string) => (body += text))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }))
        answer.once('error', () => resolve({ status: 0, body }))
      })
      sent.once('error', (error) => resolve({ status: 0, body: String(error) }))
      sent.end()
    })
  }

  /** The processes that answer now. */
  async pids(): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: 12 }, () => this.ask('/test/pid')))
    return [...new Set(answers.filter(({ status }) => status === 200).map(({ body }) => Number(body)))].toSorted(
      (one, other) => one - other,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.supervisor.kill('SIGKILL')
    await this.ended
    await this.database.drop()
  }
}

/** Whether a process still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
