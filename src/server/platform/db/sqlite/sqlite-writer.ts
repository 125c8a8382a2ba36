import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type QueryResult } from 'kysely'
import { maxLogLength, type LogMover } from './log-mover.ts'
import { LogSyncer } from './log-syncer.ts'
import { SqliteHandle } from './sqlite-handle.ts'

/** How long a write waits for another process's transaction (an import) before it fails as busy. */
const busyTimeoutMs = 10_000
/** Shorter than the pause between the transactions of an import (short-transactions.ts), so that a write gets in. */
const busyRetryMs = 4
/** A group is synced to disk after this many members or this much time, even while more wait. */
const maxMembers = 32
const maxAgeMs = 10

type Group = { done: PromiseWithResolvers<void>; members: number; begunAt: number }

/**
 * The only writer of a SQLite file. Transactions run one after the other; those that start in the same turn of the
 * event loop, or wait for each other, form a group that shares one sync to disk (group commit). A transaction ends only
 * after that sync, so an answered write is durable, and a member that fails does not undo the others: each but the
 * first has a savepoint, for which SQLite copies every page that it changes.
 */
export class SqliteWriter {
  readonly #handle: SqliteHandle
  readonly #mover: LogMover | undefined
  readonly #syncer: LogSyncer | undefined
  readonly #turn = new Turn()
  #waiting = 0
  #isRunning = false
  #group: Group | undefined
  /** Why SQLite has undone the running transaction by itself; a statement must not run outside of it. */
  #undone: { reason: unknown } | undefined

  /** With `mover` the log is synced to disk, and moved into the file, outside of this thread, after commits. */
  constructor(file: string, mover?: LogMover) {
    this.#handle = new SqliteHandle(file)
    if (!mover || !this.#handle.hasLog) return
    this.#mover = mover
    this.#syncer = new LogSyncer(file)
    this.#run(`pragma wal_autocheckpoint = ${maxLogLength}`)
    this.#run('pragma synchronous = normal')
  }

  execute<Result>(query: CompiledQuery): QueryResult<Result> {
    if (this.#undone) throw this.#undone.reason
    try {
      return this.#handle.execute<Result>(query)
    } catch (error) {
      this.#noteUndone(error)
      throw error
    }
  }

  iterate<Result>(query: CompiledQuery): IterableIterator<Result> {
    return this.#handle.iterate<Result>(query)
  }

  /** Begins a transaction when the writer is free; the caller must pass the returned function to `end`. */
  async begin(): Promise<() => void> {
    const release = await this.#takeTurn()
    try {
      this.#group ??= await this.#beginGroup()
      if (this.#group.members > 0) this.#run('savepoint member')
      this.#isRunning = true
      return release
    } catch (error) {
      if (this.#group) this.#commitSoon(this.#group)
      release()
      throw error
    }
  }

  /**
   * Ends a transaction; resolves when the group is on disk. One that was rolled back waits too: it may have refused
   * because of what a member before it wrote, and its caller reads that next.
   */
  async end(how: 'commit' | 'rollback', release: () => void): Promise<void> {
    const [group, undone] = [this.#group, this.#undone]
    this.#isRunning = false
    this.#undone = undefined
    if (!group) {
      release()
      if (how === 'rollback' && undone) return
      throw undone ? undone.reason : new Error('There is no transaction to end.')
    }
    try {
      if (group.members === 0 && how === 'rollback') this.#rollBack(group)
      else this.#endMember(group, how)
    } catch (error) {
      this.#fail(group, error)
    } finally {
      release()
    }
    await (how === 'commit' ? group.done.promise : group.done.promise.catch(() => {}))
  }

  /** Runs a statement that must be outside a transaction, such as a pragma. */
  async alone<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const release = await this.#takeTurn()
    try {
      if (this.#group) this.#commit(this.#group)
      return await retryWhileBusy(() => this.#handle.execute<Result>(query))
    } finally {
      release()
    }
  }

  async close(): Promise<void> {
    if (this.#group) this.#commit(this.#group)
    await this.#syncer?.close()
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
    await retryWhileBusy(() => this.#run('begin immediate'))
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => {}) // When all members were rolled back, no caller waits for this promise.
    return { done, members: 0, begunAt: performance.now() }
  }

  /** Commits after other requests have had a chance to join; the last of them syncs the group to disk. */
  #commitSoon(group: Group): void {
    setImmediate(() => {
      if (this.#group === group && !this.#isRunning && this.#waiting === 0) this.#commit(group)
    })
  }

  #commit(group: Group): void {
    try {
      // Nothing may follow a commit of which it is not known whether it is on disk.
      this.#syncer?.throwIfBroken()
      this.#run('commit')
    } catch (error) {
      return this.#fail(group, error)
    }
    this.#group = undefined
    group.done.resolve(this.#syncer?.sync())
    this.#mover?.afterCommit(this.#handle.logState())
  }

  #endMember(group: Group, how: 'commit' | 'rollback'): void {
    if (how === 'rollback') this.#run('rollback to member')
    if (group.members > 0) this.#run('release member')
    group.members++
    if (group.members >= maxMembers || performance.now() - group.begunAt > maxAgeMs) this.#commit(group)
    else this.#commitSoon(group)
  }

  /** Undoes the first member, which is the whole transaction: nobody wrote before it, and nobody waits for a sync. */
  #rollBack(group: Group): void {
    this.#run('rollback')
    this.#group = undefined
    group.done.resolve()
  }

  /** A full or broken disk makes SQLite undo the transaction of the whole group. */
  #noteUndone(reason: unknown): void {
    if (!this.#group || this.#handle.isInTransaction) return
    this.#undone = { reason }
    this.#fail(this.#group, reason)
  }

  /** Rejects every member of a group when the disk is full or broken. */
  #fail(group: Group, error: unknown): void {
    this.#group = undefined
    group.done.reject(error)
    if (this.#handle.isInTransaction) this.#run('rollback')
  }

  #run(sql: string): void {
    this.#handle.execute(CompiledQuery.raw(sql))
  }
}

/** A mutex that admits one writer at a time, first come, first served. */
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

/** Retries without blocking the process while another process holds the write lock. */
async function retryWhileBusy<Result>(write: () => Result): Promise<Result> {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await sleep(busyRetryMs)
    }
  }
}

/** SQLITE_BUSY, also while another process recovers the log of one that was killed (SQLITE_BUSY_RECOVERY). */
const busyCode = 5
const primaryCode = 0xff

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & primaryCode) === busyCode
}
