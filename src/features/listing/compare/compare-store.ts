import { persisted } from '../../../browser/persist.ts'
import { readCompared } from './read-compared.ts'

/** The SKUs of the parts that the shopper chose to compare, in the order chosen. */
export const $compared = persisted<string[]>({ name: 'compared', read: readCompared })
