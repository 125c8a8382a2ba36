/** A shop with several workers, as the built program starts it. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBootError } from '../../../src/server/platform/boot-error.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { supervise } from '../../../src/server/platform/workers/supervise.ts'
import { workerCount } from '../../../src/server/platform/workers/worker-count.ts'

const env = parseEnv(process.env)
const program = fileURLToPath(new URL('./worker-program.ts', import.meta.url))
try {
  await supervise(env, { count: workerCount(env), program, packages: path.join(tmpdir(), 'no-packages') })
} catch (error) {
  if (!isBootError(error)) throw error
  console.error(error.message)
  process.exit(1)
}
