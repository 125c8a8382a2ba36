import { closeSync, openSync, readSync } from 'node:fs'
import { BootError } from './boot-error.ts'

/** Variables that may be given as the path of a file with their value, under their name and `_FILE`. */
const secrets = [
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PURGE_TOKEN',
  'PREVIEW_SECRET',
  'BACKUP_S3_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const
/** The setting with the path of a feed's password, whose name the operator chooses: `FEED_ACME_FILE`. */
const feedSecret = /^(FEED_\w+)_FILE$/
const maxBytes = 64 * 1024

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads secrets from files, as containers and service managers hand them over: `SMTP_URL_FILE` names the file with the
 * value of `SMTP_URL`, whose line break at the end is left out. Throws BootError with the name of the variable when
 * both are set or the file cannot be read; the message has nothing of the file's content.
 */
export function withSecretFiles(source: Variables): Variables {
  const found = Object.keys(source).flatMap((name) => {
    const secret = feedSecret.exec(name)?.[1] ?? secrets.find((each) => name === `${each}_FILE`)
    const file = source[name]?.trim() ?? ''
    return secret === undefined || file === '' ? [] : [[secret, secretIn(source, secret, file)] as const]
  })
  return { ...source, ...Object.fromEntries(found) }
}

function secretIn(source: Variables, secret: string, file: string): string {
  if ((source[secret] ?? '').trim() !== '')
    throw new BootError(`${secret} and ${secret}_FILE are both set: remove one of them.`)
  const value = contentOf(secret, file).replace(/\r?\n$/, '')
  if (value.trim() === '') throw new BootError(`The file ${file} of ${secret}_FILE is empty.`)
  return value
}

function contentOf(secret: string, file: string): string {
  const bytes = Buffer.alloc(maxBytes + 1)
  let read = 0
  try {
    const opened = openSync(file, 'r')
    try {
      for (let got = -1; got !== 0 && read < bytes.length; read += got)
        got = readSync(opened, bytes, read, bytes.length - read, null)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
    throw new BootError(`The file ${file} of ${secret}_FILE cannot be read (${String(code)}).`, { cause: error })
  }
  if (read > maxBytes) throw new BootError(`The file ${file} of ${secret}_FILE is too long for a secret.`)
  return bytes.toString('utf8', 0, read)
}
