import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool, type PoolClient } from 'pg'
import { leaving } from './leaving.ts'

const lookEveryMs = 100
/** A connection that is in use for longer than this makes us ask whether the server still answers anybody. */
const quietMs = 200
const timeoutMs = 500
const stepMs = 25
/** After so long even a question that nobody waits for any more is given up. */
const longestMs = 5_000

/** PostgreSQL takes what is sent and answers nothing: it hangs, or the network swallows everything. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  /** PostgreSQL's own word for a connection that failed. */
  readonly code = '08006'
  constructor() {
    super('The database does not answer.')
  }
}

type Waiting = { since: number; giveUp: () => void }

/**
 * Gives up a server that has stopped answering, so that who waits for it hears so within a second and nobody else
 * begins to wait. A query may take as long as it likes, as long as the server answers a trivial one beside it.
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
    // Made beforehand: a new connection takes a busy server much longer than an answer.
    pool.once('connect', () => void this.#prepare())
    pool.on('acquire', (client) => this.#wait(client, () => client.connection.stream.destroy()))
    pool.on('release', (_error, client) => {
      this.#waiting.delete(client)
      this.#forgetLeaving.get(client)?.()
      this.#forgetLeaving.delete(client)
    })
  }

  /** A connection of the pool; throws DatabaseSilent while the server is given up. */
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
   * When the shopper whose page this is leaves, the connection is broken off: the server notices and gives the query
   * up, and no other query can be hit by mistake.
   */
  #leavable(client: PoolClient): PoolClient {
    const gone = leaving.getStore()
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
    // A process that has overslept knows nothing of the server: its answers may be waiting to be read.
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
   * Whether a connection of our own is answered in time. Only time in which this process was awake counts: a busy
   * machine is no silent server.
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
    const client = new Client({ connectionString, connectionTimeoutMillis: longestMs, query_timeout: longestMs })
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
