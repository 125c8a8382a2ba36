import { totalmem } from 'node:os'
import { inAstroFiles, writeAstroAsTsx } from './astro-as-tsx.ts'
import { runPackage } from './run-program.ts'
import { type Step, type StepResult, verdict } from './steps.ts'
import { vitestStep } from './vitest-step.ts'

export const typesStep: Step = { name: 'types', run: checkTypes }

/** The steps of `npm run check`, which `npm test` runs first. */
export const checkSteps: Step[] = [
  typesStep,
  ...formatSteps('--check'),
  { name: 'lint', run: async () => verdict(await runPackage('oxlint', 'oxlint', ['--deny-warnings'])) },
  { name: 'unused', run: async () => verdict(await runPackage('knip', 'knip', [])) },
  vitestStep('rules', ['--project', 'laws']),
]

/**
 * The native compiler is a Go program, and needs a quarter less of a processor's time where it collects garbage only
 * near a limit, and not each time its memory has doubled.
 */
const fewCollections = totalmem() >= 12 * 2 ** 30 ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {}

/**
 * `astro sync` generates the types of Astro's own modules; then the native compiler checks all files at once, those of
 * Astro as files of TypeScript that are generated from them (docs/decisions/0232).
 */
async function checkTypes(): Promise<StepResult> {
  const synced = await runPackage('astro', 'astro', ['sync'])
  if (!synced.ok) return verdict(synced)
  const { origins, faults } = writeAstroAsTsx()
  const args = ['--project', 'tsconfig.check.json', '--checkers', '1', '--pretty', 'false']
  const { ok, output } = await runPackage('typescript-native', 'tsc', args, fewCollections)
  return verdict({ ok: ok && faults.length === 0, output: faults.join('') + inAstroFiles(output, origins) })
}

/**
 * The format steps: oxfmt for everything but .astro files, Prettier with its Astro plugin for those
 * (docs/decisions/0041). `--check` lists unformatted files, `--write` formats them.
 */
export function formatSteps(mode: '--check' | '--write'): Step[] {
  return [
    { name: 'format', run: async () => verdict(await runPackage('oxfmt', 'oxfmt', [mode, '.'])) },
    {
      name: 'format-astro',
      run: async () =>
        verdict(await runPackage('prettier', 'prettier', [mode, '--log-level', 'warn', 'src/**/*.astro'])),
    },
  ]
}
