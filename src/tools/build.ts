import { buildShop } from './build-if-stale.ts'

/** `npm run build`: builds dist/, so that `npm start` finds it and needs no development packages. */
await buildShop((line) => console.log(line))
