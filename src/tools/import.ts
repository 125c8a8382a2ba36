import { Worker } from 'node:worker_threads'
import { importMemory, type ImportArguments } from '../server/catalog/import/import-arguments.ts'
import { lowerProcessPriority } from './import/lower-priority.ts'
import { readArguments } from './import/read-arguments.ts'
import { print, printError } from './print.ts'

const usage = `Usage: npm run shop -- import FILE… [options]

Reads product feeds (.csv, .xlsx, .json, .xml, also in .gz or .zip) into the catalogue. A profile describes the
columns; without --profile the one whose file name pattern matches is used. Running the same file again changes
nothing. A file that cannot be read is rejected as a whole; a row that cannot become a product is reported. See
docs/how-to/import-a-feed.md.
Exit code: 0 all rows imported, 3 some rows rejected or too many products missing, 1 a file rejected, 2 invalid
arguments.

  --profile NAME|FILE.json  the profile to use for all files
  --max-rejected N|P%       rejects a file, and writes nothing of it, when more rows than this cannot become products
                            (default 10%); duplicate rows do not count
  --max-missing P%          where the profile hides products that the feed does not have any more, or takes their stock
                            away: does neither when more than this are missing (default 20%)
  --pictures FOLDER|ZIP     the folder or .zip file with the photographs that the files name
  --documents FOLDER|ZIP    the folder or .zip file with the documents (.pdf) that the files name
  --guess                   writes a profile for one file by looking at its rows, and shows what the first twenty would
                            become; imports nothing
  --dry-run                 checks and counts, writes nothing
  --report FILE             the report file (.json or .csv); default SHOP_DATA/reports/import-<date>.json
  --help                    shows this text`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') {
    printError(parsed)
    return 2
  }
  if (parsed === undefined) {
    print(usage)
    return 0
  }
  return importInWorker(parsed)
}

function importInWorker(workerData: ImportArguments): Promise<number> {
  lowerProcessPriority()
  const worker = new Worker(new URL('./import/import-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: importMemory,
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The import ended before it was done.')))
  })
}
