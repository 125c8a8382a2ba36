import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { BackupError } from '../backup-error.ts'
import { keyMark, keyOfBackup } from './backup-key.ts'

/**
 * Encrypted form: this text, a salt, a mark of the key, then pieces of 64 KiB, each with AES-256-GCM and its tag. The
 * nonce counts the pieces and marks the last one, so that none can be left out, moved or cut off.
 */
const sealMark = Buffer.from('SHOP-BACKUP-ENCRYPTED-1\n')
const [saltBytes, markBytes, tagBytes, nonceBytes] = [16, 16, 16, 12]
const pieceBytes = 64 * 1024
const algorithm = 'aes-256-gcm'
const headBytes = sealMark.length + saltBytes + markBytes

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUIntBE(piece, 5, 6)
  nonce[nonceBytes - 1] = isLast ? 1 : 0
  return nonce
}

/** Cuts what is written into pieces of equal size, of which the last one may be shorter. */
abstract class PieceStream extends Transform {
  readonly #size: number
  #held: Buffer[] = []
  #heldBytes = 0
  #count = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  protected abstract piece(bytes: Buffer, nonce: Buffer): Buffer

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    // One more byte than a piece has: the last piece is known only at the end.
    if (this.#heldBytes <= this.#size) return done()
    this.#attempt(done, () => {
      let bytes: Buffer = Buffer.concat(this.#held)
      for (; bytes.length > this.#size; bytes = bytes.subarray(this.#size))
        this.#emit(bytes.subarray(0, this.#size), false)
      this.#held = [bytes]
      this.#heldBytes = bytes.length
    })
  }

  override _flush(done: TransformCallback): void {
    this.#attempt(done, () => this.#emit(Buffer.concat(this.#held), true))
  }

  #emit(bytes: Buffer, isLast: boolean): void {
    this.push(this.piece(bytes, nonceOf(this.#count++, isLast)))
  }

  #attempt(done: TransformCallback, work: () => void): void {
    try {
      work()
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Encrypts a stream with a key. */
export class SealStream extends PieceStream {
  readonly #key: Buffer
  readonly #head: Buffer

  constructor(key: Buffer) {
    super(pieceBytes)
    const salt = randomBytes(saltBytes)
    this.#key = keyOfBackup(key, salt)
    this.#head = Buffer.concat([sealMark, salt, keyMark(key, salt)])
    this.push(this.#head)
  }

  protected override piece(bytes: Buffer, nonce: Buffer): Buffer {
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(this.#head)
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what follows the head of an encrypted stream; an altered piece ends it with a BackupError. */
export class OpenStream extends PieceStream {
  readonly #key: Buffer
  readonly #head: Buffer

  constructor(key: Buffer, head: Buffer) {
    super(pieceBytes + tagBytes)
    this.#key = keyOfBackup(key, saltOf(head))
    this.#head = head
  }

  protected override piece(bytes: Buffer, nonce: Buffer): Buffer {
    const end = bytes.length - tagBytes
    if (end < 0) throw new BackupError('The backup is not whole: it ends too early.')
    try {
      const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(this.#head).setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
    } catch {
      throw new BackupError('The backup is damaged or not whole: a part of it is not what was encrypted.')
    }
  }
}

/** How many bytes of a file tell whether it is encrypted, and with which key. */
export const sealHeadBytes = headBytes

export function isSealed(head: Buffer): boolean {
  return head.subarray(0, sealMark.length).equals(sealMark)
}

/** Tells whether a key is the one of an encrypted file with this head. */
export function isKeyOf(key: Buffer, head: Buffer): boolean {
  return head.length === headBytes && timingSafeEqual(keyMark(key, saltOf(head)), head.subarray(headBytes - markBytes))
}

function saltOf(head: Buffer): Buffer {
  return head.subarray(sealMark.length, sealMark.length + saltBytes)
}
