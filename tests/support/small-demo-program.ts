/** Writes a small demo to a new database file: `small-demo-program.ts FILE`. Started by browser tests. */
import { seedDemo } from '../../src/tools/demo/seed-demo.ts'
import { writeDatabase } from './new-database.ts'
import { sharePictures } from './shared-pictures.ts'

const [file = ''] = process.argv.slice(2)
await writeDatabase(file, (open) => seedDemo(open, { products: 'small' }))
sharePictures(file)
