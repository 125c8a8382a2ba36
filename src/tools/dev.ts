import { join } from 'node:path'
import { isBootError } from '../server/platform/boot-error.ts'
import { loadEnv } from '../server/platform/env.ts'
import { markRunning } from '../server/platform/running-mark.ts'
import { runAstro } from './build-if-stale.ts'
import { projectRoot } from './run-program.ts'
import { seedIfEmpty } from './seed.ts'
import { whereOpen } from './where-open.ts'

/** `npm run dev`: serves the same data as `npm start` with Astro's development server and live reload. */
async function develop(): Promise<void> {
  const env = loadEnv()
  await seedIfEmpty(env, (line) => console.log(line))
  for (const line of whereOpen(env).lines) console.log(line)
  markRunning(join(projectRoot, 'node_modules'))
  await runAstro(['dev', '--host', env.HOST, '--port', String(env.PORT), ...process.argv.slice(2)], {
    isInteractive: true,
  })
}

try {
  await develop()
} catch (error) {
  console.error(isBootError(error) ? error.message : error)
  process.exitCode = 1
}
