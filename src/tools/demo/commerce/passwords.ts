import { argon2Sync } from 'node:crypto'

const memoryKiB = 46 * 1024
const keyBytes = 32

/** An argon2id hash as PHC text: 46 MiB, one pass, one lane. The salt is any text of at least 8 bytes. */
export function demoPasswordHash(password: string, salt: string): string {
  const nonce = Buffer.from(salt)
  const tag = argon2Sync('argon2id', { message: password, nonce, parallelism: 1, tagLength: keyBytes, memory: memoryKiB, passes: 1 })
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memoryKiB},t=1,p=1$${text(nonce)}$${text(tag)}`
}
