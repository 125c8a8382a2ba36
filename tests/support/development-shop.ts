import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../src/routes.ts'
import { seededDatabase } from './editors-shop.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** `npm run dev` with a small demo and a separate data folder, independent of a developer's own instance. */
export class DevelopmentShop implements AsyncDisposable {
  readonly origin: string
  readonly dataFolder: string
  #log = ''
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, origin: string, dataFolder: string) {
    this.#child = child
    this.origin = origin
    this.dataFolder = dataFolder
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text
      })
  }

  static async start(): Promise<DevelopmentShop> {
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'delverk-development-'))
    copyFileSync(await seededDatabase(), path.join(dataFolder, 'shop.db'))
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const { DATABASE_URL: _database, FORCE_COLOR: _colour, ...inherited } = process.env
    const env = {
      ...inherited,
      NO_COLOR: '1',
      HOST: '127.0.0.1',
      PORT: port,
      ORIGIN: origin,
      SHOP_DATA: dataFolder,
      SANDBOX_PAYMENTS: '1',
      LOG_LEVEL: 'warn',
    }
    const child = spawn(process.execPath, ['src/tools/dev.ts', '--ignore-lock'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const shop = new DevelopmentShop(child, origin, dataFolder)
    await shop.#untilServing()
    return shop
  }

  /** The errors the server has written so far, each with its first lines. */
  get errors(): string[] {
    return [...this.#log.matchAll(/^.*\[ERROR\].*(?:\n.*){0,4}|^\w*Error: .*(?:\n.*){0,3}/gm)].map(([text]) => text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.kill('SIGTERM')) await once(this.#child, 'exit')
    rmSync(this.dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #untilServing(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      if (this.#child.exitCode !== null) throw new Error(`The development server ended: ${this.#log}`)
      if (
        await fetch(this.origin + href('en', 'track-order')).then(
          (reply) => reply.ok,
          () => false,
        )
      )
        return
      await sleep(100)
    }
    throw new Error(`The development server gave no page in a minute: ${this.#log}`)
  }
}
