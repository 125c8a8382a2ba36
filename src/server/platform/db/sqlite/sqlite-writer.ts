import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type QueryResult } from 'kysely'
import { SqliteHandle } from './sqlite-handle.ts'

/** How long a write waits for another process's transaction (an import) before it is given up as busy. */
const busyTimeoutMs = 10_000
/** A group is brought to disk after so many members or so much time, even while more of them wait. */
const maxMembers = 32
const maxAgeMs = 10

type Group = { done: PromiseWithResolvers<void>; members: number; begunAt: number }

/**
 * The one writer of a SQLite file. Transactions run one after the other; those that come in the same turn of the event
 * loop or wait for each other are members of one group and share its single write to the disk. Each is told of its
 * commit only after that write, so an answer never comes before it is durable, and a member that fails takes nothing of
 * the others with it (savepoints).
 */
export class SqliteWriter {
  readonly #handle: SqliteHandle
  readonly #turn = new Turn()
  #waiting = 0
  #isRunning = false
  #group: Group | undefined

  constructor(file: string) {
    this.#handle = new SqliteHandle(file)
  }

  execute<Result>(query: CompiledQuery): QueryResult<Result> {
    return this.#handle.execute<Result>(query)
  }

  iterate<Result>(query: CompiledQuery): IterableIterator<Result> {
    return this.#handle.iterate<Result>(query)
  }

  /** Begins a transaction when it is its turn; whoever begins must `end` with what this gives. */
  async begin(): Promise<() => void> {
    const giveBack = await this.#takeTurn()
    try {
      this.#group ??= await this.#beginGroup()
      this.#run('savepoint member')
      this.#isRunning = true
      return giveBack
    } catch (error) {
      if (this.#group) this.#commitSoon(this.#group)
      giveBack()
      throw error
    }
  }

  /** Ends a transaction; after a commit it resolves when the group is on disk. */
  async end(how: 'commit' | 'rollback', giveBack: () => void): Promise<void> {
    const group = this.#group
    if (!group) throw new Error('There is no transaction to end.')
    this.#isRunning = false
    try {
      if (how === 'rollback') this.#run('rollback to member')
      this.#run('release member')
      group.members++
      if (group.members >= maxMembers || performance.now() - group.begunAt > maxAgeMs) this.#commit(group)
      else this.#commitSoon(group)
    } catch (error) {
      this.#fail(group, error)
    } finally {
      giveBack()
    }
    if (how === 'commit') await group.done.promise
  }

  /** Runs what must stand outside a transaction, such as a pragma. */
  async alone<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const giveBack = await this.#takeTurn()
    try {
      if (this.#group) this.#commit(this.#group)
      return await patiently(() => this.#handle.execute<Result>(query))
    } finally {
      giveBack()
    }
  }

  close(): void {
    if (this.#group) this.#commit(this.#group)
    this.#handle.close()
  }

  async #takeTurn(): Promise<() => void> {
    this.#waiting++
    try {
      return await this.#turn.take()
    } finally {
      this.#waiting--
    }
  }

  async #beginGroup(): Promise<Group> {
    await patiently(() => this.#run('begin immediate'))
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => {}) // A group of rolled back members has nobody to tell.
    return { done, members: 0, begunAt: performance.now() }
  }

  /** Requests that arrived meanwhile get to join first; whoever of them comes last brings the group to disk. */
  #commitSoon(group: Group): void {
    setImmediate(() => {
      if (this.#group === group && !this.#isRunning && this.#waiting === 0) this.#commit(group)
    })
  }

  #commit(group: Group): void {
    try {
      this.#run('commit')
      this.#group = undefined
      group.done.resolve()
    } catch (error) {
      this.#fail(group, error)
    }
  }

  /** A disk that is full or broken takes the whole group back; every member hears of it. */
  #fail(group: Group, error: unknown): void {
    this.#group = undefined
    group.done.reject(error)
    if (this.#handle.isInTransaction) this.#run('rollback')
  }

  #run(sql: string): void {
    this.#handle.execute(CompiledQuery.raw(sql))
  }
}

/** One writer at a time, in the order of asking. */
class Turn {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

/** Waits without blocking the process while another one holds the write lock. */
async function patiently<Result>(write: () => Result): Promise<Result> {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
