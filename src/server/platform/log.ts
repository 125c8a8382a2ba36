import { pino, type DestinationStream, type Logger } from 'pino'
import type { Env } from './env.ts'
import { LogOutput } from './log-output.ts'

export type Log = Logger

const secretFields = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'email', 'phone']

/** Creates a logger of JSON lines on standard output; redacts secrets and personal fields one level deep. */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination: DestinationStream = new LogOutput()): Log {
  return pino(
    {
      level: env.LOG_LEVEL,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination,
  )
}
