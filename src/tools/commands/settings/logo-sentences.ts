import { join } from 'node:path'
import type { Settings } from '../../../domain/settings/settings.ts'
import { logoFaults } from '../../../server/platform/settings/brand/logo-contrast.ts'
import { projectRoot } from '../../run-program.ts'

/** Says where the logo cannot be seen, a sentence for each colour scheme. */
export async function logoSentences(settings: Pick<Settings, 'brand'>, dataFolder: string): Promise<string[]> {
  const faults = await logoFaults(settings, { data: dataFolder, public: join(projectRoot, 'public') })
  return faults.map(
    ({ scheme, ground, percent }) =>
      `${percent} % of the logo cannot be told from the header's ground of the ${scheme} scheme (${ground}): ` +
      'give it an outline or a ground of its own, or an SVG that changes its colours with prefers-color-scheme.',
  )
}
