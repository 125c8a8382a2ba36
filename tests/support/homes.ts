import type { Home } from '../../src/domain/places/home.ts'

/** Where shops of tests are at home. */
export const sweden: Home = { country: 'SE', currency: 'SEK' }
export const finland: Home = { country: 'FI', currency: 'EUR' }
export const norway: Home = { country: 'NO', currency: 'NOK' }
export const germany: Home = { country: 'DE', currency: 'EUR' }
