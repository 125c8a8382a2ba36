import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { printJsonText } from '../print.ts'
import { checkPhoto } from './photo-check.ts'

/** Checks photographs as a separate process, one after the other: reads paths and writes what they are, in lines. */
sharp.concurrency(1)
sharp.cache(false)
for await (const line of createInterface({ input: process.stdin }))
  printJsonText(JSON.stringify(await checkPhoto(line)))
