import { demoCatalogue } from '../../src/tools/demo/catalogue/demo-catalogue.ts'

/** When the goods of the demo are made, for tests. */
export const demoNow = new Date('2026-03-01T12:00:00Z')

/** The demo's whole catalogue, which takes more than a second to make: one for all tests of a process. */
export const fullDemo = demoCatalogue('full', demoNow)
