import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { endWithBench } from '../../bench/own-processes.ts'
import { processMemory, processorTime, waitedForCore, type Memory } from '../../bench/process-usage.ts'
import { memoryFlags, shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'

/** Long: a busy machine is not what a campaign looks for. */
const timeoutMs = 120_000
const keptLog = 20_000

/** `command` starts it in another way than Node with `program`. */
type Started = ShopData & { command?: readonly string[] }

/** The built shop as a separate process, which a campaign may kill, overload and send wrong data. */
export class FaultShop {
  readonly origin: string
  /** From the start of the program to the first page. */
  readonly startedInMs: number
  readonly #child: ChildProcess
  readonly #log: { text: string }

  private constructor(child: ChildProcess, origin: string, startedInMs: number, log: { text: string }) {
    this.#child = child
    this.origin = origin
    this.startedInMs = startedInMs
    this.#log = log
  }

  /**
   * Resolves with the first page it serves. It trusts one proxy hop, so that every shopper can have a separate address.
   */
  static async start(data: Started, variables: Record<string, string> = {}, port?: number): Promise<FaultShop> {
    const own = port ?? (await freePort())
    const env = { ...process.env, ...shopVariables(data, own), TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'error', ...variables }
    const started = performance.now()
    const [file = '', ...args] = data.command ?? [process.execPath, ...memoryFlags, data.program]
    const child = spawn(file, args, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithBench(child, 'SIGKILL')
    const log = { text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log.text = (log.text + text).slice(-keptLog)
      })
    const origin = `http://127.0.0.1:${own}`
    while (!(await isServing(origin))) {
      if (child.exitCode === null && performance.now() - started < timeoutMs) await sleep(5)
      else {
        child.kill('SIGKILL')
        throw new Error(`The shop did not start: ${log.text.trim() || 'it gave no page in time'}`)
      }
    }
    return new FaultShop(child, origin, performance.now() - started, log)
  }

  get memory(): Memory {
    const found = this.#child.pid === undefined ? undefined : processMemory(this.#child.pid)
    return found ?? { residentMB: Number.NaN, peakMB: Number.NaN, ownMB: Number.NaN }
  }

  /** Processor time of all its threads so far. */
  get processorMs(): number {
    return (this.#child.pid === undefined ? undefined : processorTime(this.#child.pid))?.allMs ?? Number.NaN
  }

  /** How long its main thread has waited for a core so far, because others used them. */
  get waitedMs(): number {
    return this.#child.pid === undefined ? Number.NaN : waitedForCore(this.#child.pid)
  }

  /** The last errors of its log. */
  get log(): string {
    return this.#log.text
  }

  get exitCode(): number | null {
    return this.#child.exitCode
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The processes of its workers, where it has several. */
  get workers(): number[] {
    const { stdout } = spawnSync('pgrep', ['-P', String(this.#child.pid)], { encoding: 'utf8' })
    return stdout.split('\n').filter(Boolean).map(Number)
  }

  /** How many files and sockets it has open. */
  get handles(): number {
    return readdirSync(`/proc/${this.#child.pid}/fd`).length
  }

  /** Lowers or raises how many it may have open, as `ulimit -n` does for a new process. */
  limitHandles(max: number): void {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${this.#child.pid}`, `--nofile=${max}:`], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`prlimit failed: ${stderr}`)
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Kills it without warning, like a power failure. */
  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end('SIGTERM')
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 80_000)
    await gone
    clearTimeout(timer)
  }
}

async function isServing(origin: string): Promise<boolean> {
  return fetch(`${origin}${href('en', 'home')}`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false,
  )
}
