import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool, type PoolClient } from 'pg'
import { requestSignal } from './request-signal.ts'

const lookEveryMs = 100
/** When a connection has been in use for longer than this, the watch asks whether the server still answers. */
const quietMs = 200
const timeoutMs = 500
const stepMs = 25
/** Time limit even for queries that no caller waits for any more. */
const maxMs = 5_000

/** PostgreSQL accepts data but does not answer: it hangs, or the network drops everything. */
class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  /** PostgreSQL's own code for a failed connection. */
  readonly code = '08006'
  constructor() {
    super('The database does not answer.')
  }
}

type Waiting = { since: number; giveUp: () => void }

/**
 * Detects a server that stops answering, so that waiting callers get an error within a second and new ones at once. A
 * query may take any time as long as the server answers a trivial query on another connection.
 */
export class PostgresWatch {
  readonly #pool: Pool
  readonly #waiting = new Map<object, Waiting>()
  readonly #forgetLeaving = new WeakMap<object, () => void>()
  #probe: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0
  #isAsking = false
  #isSilent = false
  #isEnded = false

  constructor(pool: Pool) {
    this.#pool = pool
    // Opened in advance: on a busy server a new connection takes much longer than an answer.
    pool.once('connect', () => void this.#prepare())
    pool.on('acquire', (client) => this.#wait(client, () => client.connection.stream.destroy()))
    pool.on('release', (_error, client) => {
      this.#waiting.delete(client)
      this.#forgetLeaving.get(client)?.()
      this.#forgetLeaving.delete(client)
    })
  }

  /** Takes a connection from the pool; throws DatabaseSilent while the server does not answer. */
  async connect(): Promise<PoolClient> {
    if (this.#isSilent) throw new DatabaseSilent()
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const connecting = this.#pool.connect()
    this.#wait(connecting, () => reject(new DatabaseSilent()))
    try {
      return this.#leavable(await Promise.race([connecting, silence]))
    } catch (error) {
      connecting.then(
        (client) => client.release(true),
        () => {},
      )
      throw error
    } finally {
      this.#waiting.delete(connecting)
    }
  }

  /**
   * Breaks the connection off when the shopper leaves: the server notices and cancels the query, and no other query
   * can be cancelled by mistake.
   */
  #leavable(client: PoolClient): PoolClient {
    const gone = requestSignal.getStore()
    if (gone === undefined) return client
    const breakOff = () => client.connection.stream.destroy()
    gone.addEventListener('abort', breakOff)
    this.#forgetLeaving.set(client, () => gone.removeEventListener('abort', breakOff))
    if (gone.aborted) breakOff()
    return client
  }

  async end(): Promise<void> {
    this.#isEnded = true
    clearInterval(this.#timer)
    this.#dropProbe()
    await this.#pool.end()
  }

  #wait(who: object, giveUp: () => void): void {
    this.#waiting.set(who, { since: performance.now(), giveUp })
    if (this.#timer !== undefined) return
    this.#lookedAt = performance.now()
    this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref()
  }

  async #look(): Promise<void> {
    const now = performance.now()
    // After this process itself was blocked it knows nothing about the server: answers may be waiting to be read.
    const hasOverslept = now - this.#lookedAt > 2 * lookEveryMs
    this.#lookedAt = now
    if (this.#isAsking || this.#isEnded || hasOverslept) return
    if (this.#waiting.size === 0 && !this.#isSilent) return this.#rest()
    const isQuiet = this.#waiting.values().some(({ since }) => now - since > quietMs)
    if (!isQuiet && !this.#isSilent) return
    this.#isAsking = true
    const isThere = await this.#ask()
    this.#isAsking = false
    this.#isSilent = !isThere
    if (isThere) return
    for (const { giveUp } of this.#waiting.values()) giveUp()
    this.#waiting.clear()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * Asks whether the server answers a separate connection in time. Counts only time in which this process was running:
   * a busy machine is no silent server.
   */
  async #ask(): Promise<boolean> {
    const answer = this.#question()
    for (let waited = 0; waited < timeoutMs;) {
      const began = performance.now()
      const isAnswered = await Promise.race([answer, sleep(stepMs)])
      if (isAnswered !== undefined) return isAnswered
      if (performance.now() - began < 2 * stepMs) waited += stepMs
    }
    this.#dropProbe()
    return false
  }

  async #prepare(): Promise<void> {
    this.#isAsking = true
    await this.#question()
    this.#isAsking = false
  }

  async #question(): Promise<boolean> {
    try {
      this.#probe ??= await this.#newProbe()
      await this.#probe.query('select 1')
      return true
    } catch {
      this.#dropProbe()
      return false
    } finally {
      if (this.#isEnded) this.#dropProbe()
    }
  }

  async #newProbe(): Promise<Client> {
    const { connectionString } = this.#pool.options
    const client = new Client({ connectionString, connectionTimeoutMillis: maxMs, query_timeout: maxMs })
    client.on('error', () => this.#dropProbe())
    await client.connect()
    return client
  }

  #dropProbe(): void {
    const gone = this.#probe
    this.#probe = undefined
    gone?.end().catch(() => {})
  }
}
