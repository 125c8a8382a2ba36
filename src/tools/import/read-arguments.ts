import { parseArgs } from 'node:util'
import { readLimit, type ImportArguments } from '../../server/catalog/import/import-arguments.ts'

/** Reads the arguments of the import command. @returns undefined for --help, an error message for invalid arguments. */
export function readArguments(args: string[]): ImportArguments | string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        profile: { type: 'string' },
        guess: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        report: { type: 'string' },
        'max-rejected': { type: 'string' },
        'max-missing': { type: 'string' },
        pictures: { type: 'string' },
        documents: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return undefined
    if (positionals.length === 0) return 'Name at least one feed file: npm run shop -- import FILE… (--help says more).'
    if (values.guess && positionals.length > 1) return 'Name one file to guess the profile of.'
    const limits = limitsOf(values['max-rejected'], values['max-missing'])
    if (typeof limits === 'string') return limits
    const { guess: isGuess = false, 'dry-run': dryRun = false, profile, report, pictures, documents } = values
    return {
      files: positionals,
      ...limits,
      isGuess,
      dryRun,
      profile,
      report,
      pictures,
      documents,
      isTerminal: process.stderr.isTTY,
    }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)} (--help says more.)`
  }
}

function limitsOf(rejected = '10%', missing = '20%'): Pick<ImportArguments, 'maxRejected' | 'maxMissing'> | string {
  const [maxRejected, maxMissing] = [readLimit(rejected), readLimit(missing)]
  if (!maxRejected) return '--max-rejected must be a number of rows or a share from 0% to 100%, such as 25 or 10%.'
  if (!maxMissing || !('percent' in maxMissing)) return '--max-missing must be a share from 0% to 100%, such as 20%.'
  return { maxRejected, maxMissing: maxMissing.percent }
}
