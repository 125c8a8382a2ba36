import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { BootError } from '../boot-error.ts'
import type { SharedCounts } from '../http/limits/shared-counts.ts'
import type { Log } from '../log.ts'
import { Figures } from './figures.ts'
import { Member } from './member.ts'

/** A worker that ends before this has failed to start. */
const livedMs = 30_000
const pauseMs = { first: 500, longest: 30_000 }
/** How long a worker may take to follow a change, to tell its figures, and to end after it was replaced. */
const followMs = 900
const figuresMs = 3_000
const leaveMs = 90_000

export type SupervisorOptions = {
  /** How many workers serve. */
  readonly count: number
  /** The program of a worker. */
  readonly program: string
  readonly log: Pick<Log, 'info' | 'error'>
  readonly counts: SharedCounts
}

/**
 * Runs the workers of a shop, which share one port: starts them, replaces those that end, carries what they ask each
 * other, and ends them. It opens no database and serves no shopper itself.
 */
export class Supervisor {
  readonly figures = new Figures()
  readonly #options: SupervisorOptions
  /** By place, from 1 on; the worker in the first place does the jobs. */
  readonly #members = new Map<number, Member>()
  readonly #starting = new Map<number, Promise<Member>>()
  readonly #alive = new Set<Member>()
  #replaced = 0
  #restarting: Promise<void> | undefined
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /**
   * Resolves to true when the first worker serves; the others start after it, so that it alone migrates the database.
   * Resolves to false when `stop` was called before. Throws BootError when the worker ends by itself.
   */
  async start(): Promise<boolean> {
    cluster.schedulingPolicy = cluster.SCHED_RR
    // JSON would turn NaN, which a figure may be, into null.
    cluster.setupPrimary({ exec: this.#options.program, args: [], serialization: 'advanced' })
    try {
      await this.#begin(1)
    } catch (error) {
      if (this.#isStopping) return false
      throw error
    }
    for (let place = 2; place <= this.#options.count; place += 1) void this.#keep(place)
    return true
  }

  /** The workers that serve now, and those that were started in place of one that ended. */
  get stats(): { serving: number; replaced: number } {
    return { serving: this.#serving().length, replaced: this.#replaced }
  }

  /** The figures of all workers together, in the text form of Prometheus. */
  async metrics(): Promise<string> {
    const learning = this.#serving().map((member) => this.#learnFigures(member))
    await Promise.all(learning)
    return this.figures.merged()
  }

  /**
   * Replaces each worker by a new one, which serves before the old one leaves: no request fails. Stops at one that does
   * not start.
   */
  restart(): Promise<void> {
    this.#restarting ??= this.#restartEach().finally(() => (this.#restarting = undefined))
    return this.#restarting
  }

  /** Ends all workers; each finishes its requests first. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const member of this.#alive) member.kill('SIGTERM')
    await Promise.all([...this.#alive].map((member) => member.ended))
  }

  #serving(): Member[] {
    return [...this.#members.values()].filter((member) => member.isServing)
  }

  async #restartEach(): Promise<void> {
    this.#options.log.info('the workers are replaced one after the other')
    for (let place = 1; place <= this.#options.count && !this.#isStopping; place += 1) {
      const old = this.#members.get(place)
      await this.#begin(place)
      if (old) await this.#retire(old)
    }
  }

  /** Lets a worker go that another one has replaced. */
  async #retire(member: Member): Promise<void> {
    await this.#learnFigures(member)
    await member.rpc.ask('leave', null, followMs).catch(() => member.kill('SIGTERM'))
    const timer = setTimeout(() => member.kill('SIGKILL'), leaveMs)
    await member.ended
    clearTimeout(timer)
  }

  async #learnFigures(member: Member): Promise<void> {
    const figures = await member.rpc.ask('figures', null, figuresMs).catch(() => undefined)
    if (figures !== undefined) this.figures.update(member.id, figures)
  }

  /** Starts the worker of a place; resolves when it serves. */
  #begin(place: number): Promise<Member> {
    const started = this.#starting.get(place) ?? this.#fork(place)
    this.#starting.set(place, started)
    const done = (): void => void this.#starting.delete(place)
    started.then(done, done)
    return started
  }

  async #fork(place: number): Promise<Member> {
    const member: Member = new Member(place, {
      changed: () => this.#notifyOthers(member),
      take: (input) => this.#options.counts.take(input),
      refund: async (input) => {
        await this.#options.counts.refund(input)
        return null
      },
      popular: async () => (await this.#members.get(place)?.rpc.ask('popular', null, followMs)) ?? [],
      jobs: async () => (await this.#members.get(1)?.rpc.ask('jobs', null, followMs)) ?? [],
      serving: async () => this.#serving().length,
    })
    this.#alive.add(member)
    void member.ended.then((how) => this.#ended(member, how))
    if (!(await member.serves)) throw new BootError('') // The worker has said why.
    this.#members.set(place, member)
    return member
  }

  async #notifyOthers(member: Member): Promise<null> {
    const others = this.#serving().filter((each) => each !== member)
    await Promise.allSettled(others.map((each) => each.rpc.ask('follow', null, followMs)))
    return null
  }

  #ended(member: Member, how: string): void {
    this.#alive.delete(member)
    this.figures.retire(member.id)
    if (this.#members.get(member.place) !== member || this.#isStopping) return
    this.#members.delete(member.place)
    this.#options.log.error({ worker: member.place, pid: member.pid, how }, 'a worker ended and is replaced')
    this.#replaced += 1
    void this.#keep(member.place, performance.now() - member.begunAt < livedMs ? pauseMs.first : 0)
  }

  /** Starts a worker again and again, with growing pauses, until it serves. */
  async #keep(place: number, firstPauseMs = 0): Promise<void> {
    for (let pause = firstPauseMs; !this.#isStopping; pause = Math.min(pauseMs.longest, 2 * pause || pauseMs.first)) {
      await delay(pause)
      if (this.#isStopping) return
      const started = await this.#begin(place).catch((err: unknown) => {
        if (!this.#isStopping) this.#options.log.error({ err }, 'no worker')
      })
      if (started) return
    }
  }
}
