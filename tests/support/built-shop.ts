import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
const entry = process.env['SHOP_TEST_ENTRY'] ?? 'dist/server/entry.mjs'

/** The built shop as a process on a new empty database; it is killed and its folder removed at the end of the scope. */
export class BuiltShop implements AsyncDisposable {
  readonly origin: string
  readonly child: ChildProcess
  readonly dataFolder: string
  /** Its standard error, when that is a pipe. */
  errors = ''
  readonly #ended: Promise<unknown>

  private constructor(child: ChildProcess, origin: string, dataFolder: string) {
    this.child = child
    this.origin = origin
    this.dataFolder = dataFolder
    this.#ended = once(child, 'exit')
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
  }

  static async start(
    settings: Record<string, string> = {},
    stdio: StdioOptions = ['ignore', 'ignore', 'pipe'],
  ): Promise<BuiltShop> {
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'delverk-built-'))
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const { DATABASE_URL: _unused, ...inherited } = process.env
    const own = { WORKERS: '1', HOST: '127.0.0.1', PORT: port, ORIGIN: origin, SHOP_DATA: dataFolder }
    const env = { ...inherited, ...own, ...settings }
    return new BuiltShop(spawn(process.execPath, [entry], { cwd: root, env, stdio }), origin, dataFolder)
  }

  /** Resolves when it answers; rejects when it exits before. */
  async healthy(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      if (this.hasEnded) throw new Error(`The shop stopped before it answered. ${this.errors}`)
      if (
        await fetch(`${this.origin}/healthz`).then(
          (reply) => reply.ok,
          () => false,
        )
      )
        return
      await sleep(100)
    }
    throw new Error('The shop did not answer within 60 seconds.')
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Its exit code, or "still running" after this many milliseconds. */
  async exitCode(withinMs: number): Promise<number | string | null> {
    const timeout = new AbortController()
    await Promise.race([this.#ended, sleep(withinMs, undefined, { signal: timeout.signal }).catch(() => undefined)])
    timeout.abort()
    return this.hasEnded ? (this.child.exitCode ?? this.child.signalCode) : 'still running'
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.hasEnded) this.child.kill('SIGKILL')
    await this.#ended
    rmSync(this.dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}
