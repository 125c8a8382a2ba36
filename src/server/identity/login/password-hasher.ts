import { argon2, argon2Sync, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizedPassword } from '../../../domain/visitors/passwords.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'

/** `memory` in KiB. */
export type PasswordCost = Readonly<Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>>

/** OWASP's second recommendation: as strong as 46 MiB in one pass, with less memory. */
const usualCost: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const tagBytes = 32
const saltBytes = 16
const maxConcurrent = 2
const maxWaiting = 200
const phcFormat = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,64})\$([\w+/]{16,128})$/

const argon2Async = promisify(argon2)

/**
 * Hashes and verifies passwords with argon2id, at most two at once, so that logins never use all memory or processors.
 */
export class PasswordHasher {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #cost: PasswordCost
  /** A hash that no password matches: a login to an unknown account takes the same time and fails. */
  readonly #dummyHash: string

  constructor(cost = usualCost) {
    this.#cost = cost
    this.#dummyHash = phcText(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))
  }

  /** Returns PHC text, which contains the cost, so that old hashes stay readable when the cost changes. */
  async hash(password: string): Promise<string> {
    const nonce = randomBytes(saltBytes)
    return phcText(this.#cost, nonce, await this.#inTurn(parametersOf(this.#cost, password, nonce)))
  }

  /**
   * Tells whether the password has this hash; null takes the same time and never matches. 503 when too many calls
   * wait.
   */
  async matches(password: string, hash: string | null): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = phcFormat.exec(hash ?? this.#dummyHash) ?? []
    if (memory === undefined) throw new Error('A stored password hash is not argon2id.')
    const expected = Buffer.from(tag, 'base64')
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const parameters = parametersOf(cost, password, Buffer.from(salt, 'base64'))
    const found = await this.#inTurn({ ...parameters, tagLength: expected.length })
    return timingSafeEqual(found, expected) && hash !== null
  }

  /** Tells whether a hash has another cost than new ones. */
  isOutdated(hash: string): boolean {
    return !hash.startsWith(costText(this.#cost))
  }

  async #inTurn(parameters: Argon2Parameters): Promise<Buffer> {
    if (this.#waiting.length >= maxWaiting)
      throw new ProblemError(503, 'try_again', { headers: { 'Retry-After': '2' } })
    if (this.#running >= maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await argon2Async('argon2id', parameters)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** Hashes synchronously, for commands. */
export function hashPasswordSync(password: string, cost = usualCost): string {
  const nonce = randomBytes(saltBytes)
  return phcText(cost, nonce, argon2Sync('argon2id', parametersOf(cost, password, nonce)))
}

function parametersOf(cost: PasswordCost, password: string, nonce: Buffer): Argon2Parameters {
  return { message: normalizedPassword(password), nonce, tagLength: tagBytes, ...cost }
}

const costText = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

function phcText(cost: PasswordCost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `${costText(cost)}${text(salt)}$${text(tag)}`
}
